import type { Collection } from '@lectern/contracts';
import { Text, Textarea, TextInput } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { DialogForm } from '../components/form-dialog.tsx';
import { useTexts } from '../i18n/language.tsx';
import { CollectionSettingsForm } from './collection-settings-form.tsx';
import type { CollectionTask } from './collection-task.ts';
import { listSubtree } from './collection-tree.ts';
import { collectionsQuery, deleteCollection, updateCollection } from './collections.ts';
import { PlaceRadios, topLevel } from './place-radios.tsx';
import { SharingForm } from './sharing-form.tsx';
import { useMoveCollection } from './use-move-collection.ts';
import { useBinNotice } from './use-restore.ts';

export interface CollectionDialogsProps {
  readonly task: CollectionTask;
  readonly collection: Collection;
  readonly collections: readonly Collection[];
  readonly onClose: () => void;
}

/** Renders the dialog of an item of the collection's menu. */
export function CollectionDialogs({
  task,
  collection,
  collections,
  onClose,
}: CollectionDialogsProps) {
  const texts = useTexts('library');
  const titles = {
    rename: texts.renameTitle,
    move: texts.moveTitle(collection.name),
    share: `${texts.share}: ${collection.name}`,
    settings: `${texts.settings}: ${collection.name}`,
    delete: texts.deleteTitle(collection.name),
  };
  return (
    <Dialog onClose={onClose} title={titles[task]} size={task === 'share' ? 'lg' : 'md'}>
      {task === 'rename' && <RenameForm collection={collection} onClose={onClose} />}
      {task === 'move' && (
        <MoveForm collection={collection} collections={collections} onClose={onClose} />
      )}
      {task === 'share' && <SharingForm collection={collection} onClose={onClose} />}
      {task === 'settings' && <CollectionSettingsForm collection={collection} onClose={onClose} />}
      {task === 'delete' && (
        <DeleteForm collection={collection} collections={collections} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface FormProps {
  readonly collection: Collection;
  readonly onClose: () => void;
}

function RenameForm({ collection, onClose }: FormProps) {
  const texts = useTexts('library');
  return (
    <DialogForm
      label={texts.save}
      changes={[collectionsQuery]}
      act={(values) => updateCollection(collection.id, values)}
      onClose={onClose}
    >
      <TextInput
        name="name"
        label={texts.name}
        defaultValue={collection.name}
        maxLength={200}
        required
        data-autofocus
      />
      <Textarea
        name="description"
        label={texts.descriptionField}
        defaultValue={collection.description}
        maxLength={2000}
        mt="sm"
      />
    </DialogForm>
  );
}

interface TreeFormProps extends FormProps {
  readonly collections: readonly Collection[];
}

function MoveForm({ collection, collections, onClose }: TreeFormProps) {
  const texts = useTexts('library');
  const current = collection.parent_id ?? topLevel;
  const [parentId, setParentId] = useState(current);
  const move = useMoveCollection({ quiet: true });
  return (
    <DialogForm
      label={texts.moveHere}
      act={async () =>
        parentId !== current &&
        move.mutateAsync({ collection, parentId: parentId === topLevel ? null : parentId })
      }
      onClose={onClose}
    >
      <PlaceRadios
        label={texts.moveTitle(collection.name)}
        collections={collections}
        excluded={listSubtree(collections, collection.id)}
        top={texts.toTop}
        value={parentId}
        onChange={setParentId}
      />
    </DialogForm>
  );
}

function DeleteForm({ collection, collections, onClose }: TreeFormProps) {
  const texts = useTexts('library');
  const navigate = useNavigate();
  const { collectionId } = useParams({ strict: false });
  const showNotice = useBinNotice();
  const below = listSubtree(collections, collection.id);
  const count = collections
    .filter(({ id }) => below.has(id))
    .reduce((sum, { document_count }) => sum + document_count, 0);
  return (
    <DialogForm
      label={texts.delete}
      isDangerous
      changes={[collectionsQuery, { queryKey: ['documents'] }]}
      act={() => deleteCollection(collection.id)}
      onDone={() => {
        if (collectionId && below.has(collectionId)) void navigate({ to: '/library' });
        showNotice({ ids: [collection.id], message: texts.inBin(collection.name) });
      }}
      onClose={onClose}
    >
      <Text>{texts.deleteText(count)}</Text>
    </DialogForm>
  );
}
