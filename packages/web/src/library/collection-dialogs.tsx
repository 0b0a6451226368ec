import type { Collection } from '@lectern/contracts';
import { Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { refreshQueries } from '../api/query-client.ts';
import { Dialog } from '../components/dialog.tsx';
import { DialogButtons } from '../components/dialog-buttons.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { CollectionSettingsForm } from './collection-settings-form.tsx';
import type { CollectionTask } from './collection-task.ts';
import { buildCollectionTree, flattenTree, listSubtree } from './collection-tree.ts';
import {
  type CollectionChange,
  collectionsQuery,
  deleteCollection,
  updateCollection,
} from './collections.ts';
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
    share: `${texts.sharing}: ${collection.name}`,
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

function useUpdate({ collection, onClose }: FormProps) {
  return useAction((change: CollectionChange) => updateCollection(collection.id, change), {
    quiet: true,
    onDone: () => {
      void refreshQueries(collectionsQuery);
      onClose();
    },
  });
}

function RenameForm({ collection, onClose }: FormProps) {
  const texts = useTexts('library');
  const parts = useTexts('components');
  const update = useUpdate({ collection, onClose });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const values = new FormData(event.currentTarget);
        update.mutate({
          name: String(values.get('name')),
          description: String(values.get('description')),
        });
      }}
    >
      {update.isError && <ErrorNotice error={update.error} />}
      <TextInput
        name="name"
        label={texts.collectionName}
        defaultValue={collection.name}
        maxLength={200}
        required
        data-autofocus
      />
      <Textarea
        name="description"
        label={texts.description}
        defaultValue={collection.description}
        maxLength={2000}
        mt="sm"
      />
      <DialogButtons label={parts.save} isBusy={update.isPending} onClose={onClose} />
    </form>
  );
}

interface TreeFormProps extends FormProps {
  readonly collections: readonly Collection[];
}

function MoveForm({ collection, collections, onClose }: TreeFormProps) {
  const texts = useTexts('library');
  const [parentId, setParentId] = useState(collection.parent_id ?? 'top');
  const move = useMoveCollection({ quiet: true, onDone: onClose });
  const own = listSubtree(collections, collection.id);
  const places = flattenTree(buildCollectionTree(collections)).filter(
    ({ collection: { id, permission } }) => !own.has(id) && permission !== 'read',
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (parentId === (collection.parent_id ?? 'top')) onClose();
        else move.mutate({ collection, parentId: parentId === 'top' ? null : parentId });
      }}
    >
      {move.isError && <ErrorNotice error={move.error} />}
      <Radio.Group
        value={parentId}
        onChange={setParentId}
        aria-label={texts.moveTitle(collection.name)}
      >
        <Stack gap="xs" mah={320} style={{ overflowY: 'auto' }}>
          <Radio value="top" label={texts.toTop} />
          {places.map(({ collection: { id, name }, depth }) => (
            <Radio key={id} value={id} label={name} ml={(depth + 1) * 20} />
          ))}
        </Stack>
      </Radio.Group>
      <DialogButtons label={texts.moveHere} isBusy={move.isPending} onClose={onClose} />
    </form>
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
  const remove = useAction(() => deleteCollection(collection.id), {
    quiet: true,
    onDone: () => {
      void refreshQueries(collectionsQuery, { queryKey: ['documents'] });
      if (collectionId && below.has(collectionId)) void navigate({ to: '/library' });
      showNotice(collection);
      onClose();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        remove.mutate();
      }}
    >
      {remove.isError && <ErrorNotice error={remove.error} />}
      <Text>{texts.deleteText(count)}</Text>
      <DialogButtons
        label={texts.deleteCollection}
        isDangerous
        isBusy={remove.isPending}
        onClose={onClose}
      />
    </form>
  );
}
