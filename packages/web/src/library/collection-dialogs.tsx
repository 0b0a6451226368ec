import type { Collection } from '@lectern/contracts';
import {
  NumberInput,
  Radio,
  Slider,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { DialogButtons } from '../parts/dialog-buttons.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { partsTexts } from '../parts/parts-texts.ts';
import { useAction } from '../parts/use-action.ts';
import { useTexts } from '../texts/language.tsx';
import { settingsTexts } from './collection-settings-texts.ts';
import type { CollectionTask } from './collection-task.ts';
import { buildCollectionTree, flattenTree, listSubtree } from './collection-tree.ts';
import {
  type CollectionChange,
  collectionsQuery,
  deleteCollection,
  updateCollection,
} from './collections.ts';
import { libraryTexts } from './library-texts.ts';
import { SharingForm } from './sharing-form.tsx';

export interface CollectionDialogsProps {
  readonly task: CollectionTask;
  readonly collection: Collection;
  readonly collections: readonly Collection[];
  readonly onClose: () => void;
}

/** The dialog of one task of a collection's menu. */
export function CollectionDialogs({
  task,
  collection,
  collections,
  onClose,
}: CollectionDialogsProps) {
  const texts = useTexts(libraryTexts);
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
      {task === 'settings' && <SettingsForm collection={collection} onClose={onClose} />}
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
  const client = useQueryClient();
  return useAction((change: CollectionChange) => updateCollection(collection.id, change), {
    quiet: true,
    onDone: () => {
      void client.invalidateQueries({ queryKey: collectionsQuery.queryKey });
      onClose();
    },
  });
}

function RenameForm({ collection, onClose }: FormProps) {
  const texts = useTexts(libraryTexts);
  const parts = useTexts(partsTexts);
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
  const texts = useTexts(libraryTexts);
  const [parentId, setParentId] = useState(collection.parent_id ?? 'top');
  const update = useUpdate({ collection, onClose });
  const own = listSubtree(collections, collection.id);
  const places = flattenTree(buildCollectionTree(collections)).filter(
    ({ collection: { id, permission } }) => !own.has(id) && permission !== 'read',
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate({ parent_id: parentId === 'top' ? null : parentId });
      }}
    >
      {update.isError && <ErrorNotice error={update.error} />}
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
      <DialogButtons label={texts.moveHere} isBusy={update.isPending} onClose={onClose} />
    </form>
  );
}

function DeleteForm({ collection, collections, onClose }: TreeFormProps) {
  const texts = useTexts(libraryTexts);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { collectionId } = useParams({ strict: false });
  const below = listSubtree(collections, collection.id);
  const count = collections
    .filter(({ id }) => below.has(id))
    .reduce((sum, { document_count }) => sum + document_count, 0);
  const remove = useAction(() => deleteCollection(collection.id), {
    quiet: true,
    onDone: () => {
      void client.invalidateQueries({ queryKey: collectionsQuery.queryKey });
      void client.invalidateQueries({ queryKey: ['documents'] });
      if (collectionId && below.has(collectionId)) void navigate({ to: '/library' });
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

function SettingsForm({ collection, onClose }: FormProps) {
  const texts = useTexts(settingsTexts);
  const parts = useTexts(partsTexts);
  const update = useUpdate({ collection, onClose });
  const { chunking, retrieval } = collection.settings;
  const [maxTokens, setMaxTokens] = useState<number | string>(chunking?.max_tokens ?? '');
  const [overlap, setOverlap] = useState<number | string>(chunking?.overlap_tokens ?? '');
  const [weight, setWeight] = useState(retrieval?.dense_weight);
  const isNumber = (value: number | string): value is number => typeof value === 'number';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate({
          settings: {
            chunking: {
              ...(isNumber(maxTokens) && { max_tokens: maxTokens }),
              ...(isNumber(overlap) && { overlap_tokens: overlap }),
            },
            retrieval: { ...(weight !== undefined && { dense_weight: weight }) },
          },
        });
      }}
    >
      {update.isError && <ErrorNotice error={update.error} />}
      <Stack>
        <NumberInput
          label={texts.maxTokens}
          description={texts.maxTokensText}
          placeholder={texts.inherited}
          min={64}
          max={2048}
          value={maxTokens}
          onChange={setMaxTokens}
        />
        <NumberInput
          label={texts.overlap}
          description={texts.overlapText}
          placeholder={texts.inherited}
          min={0}
          max={512}
          value={overlap}
          onChange={setOverlap}
        />
        <div>
          <Switch
            label={texts.ownWeight}
            description={texts.ownWeightText}
            checked={weight !== undefined}
            onChange={({ currentTarget: { checked } }) => setWeight(checked ? 0.5 : undefined)}
          />
          {weight !== undefined && (
            <Slider
              mt="md"
              mb="lg"
              min={0}
              max={1}
              step={0.05}
              value={weight}
              onChange={setWeight}
              thumbLabel={texts.ownWeight}
              marks={[
                { value: 0, label: texts.byWords },
                { value: 1, label: texts.byMeaning },
              ]}
            />
          )}
        </div>
      </Stack>
      <DialogButtons label={parts.save} isBusy={update.isPending} onClose={onClose} />
    </form>
  );
}
