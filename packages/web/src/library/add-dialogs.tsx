import { name as sampleName } from 'virtual:sample-collection';
import type { Collection } from '@lectern/contracts';
import { Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshQueries } from '../api/query-client.ts';
import { useMe } from '../api/session.ts';
import { Dialog } from '../components/dialog.tsx';
import { DialogForm, FormDialog } from '../components/form-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useTexts } from '../i18n/language.tsx';
import { type AddChoice, addFiles, endAddChoice, type FolderChoice } from './add-files.ts';
import { toCollectionName } from './collection-name.ts';
import { collectionsQuery, createCollection, listCollections } from './collections.ts';
import { listAttachments } from './find-attached.ts';
import { namePath } from './name-path.ts';
import { folderOf, type NamedFile } from './named-file.ts';
import { addUploads } from './uploads.ts';

/** Asks for the collection of files, then how to add their folders. */
export function AddDialogs({ choice }: { readonly choice: AddChoice }) {
  const texts = useTexts('folderUpload');
  const collections = useQuery(collectionsQuery);
  const { collectionId } = choice;
  if (collectionId !== undefined) {
    return (
      <FolderDialog choice={{ ...choice, collectionId }} collections={collections.data ?? []} />
    );
  }
  return (
    <Dialog title={texts.addDocuments} onClose={endAddChoice}>
      <QueryView query={collections}>
        {(all) => <PlaceForm choice={choice} collections={all} />}
      </QueryView>
    </Dialog>
  );
}

/** Value of the option that creates a collection. */
const fresh = 'new';

interface PlaceFormProps {
  readonly choice: AddChoice;
  readonly collections: readonly Collection[];
}

function PlaceForm({ choice: { files }, collections }: PlaceFormProps) {
  const texts = useTexts('folderUpload');
  const library = useTexts('library');
  const canCreate = useMe().role !== 'viewer';
  const attachments = listAttachments(collections);
  const writable = collections.filter(
    ({ id, permission }) => permission !== 'read' && !attachments.includes(id),
  );
  // The sample is about Lectern and not of the organisation.
  const first =
    writable.find((one) => one.name !== sampleName) ?? (canCreate ? undefined : writable[0]);
  const [place, setPlace] = useState(first?.id ?? (canCreate ? fresh : null));
  const [name, setName] = useState('');
  if (place === null) return <Text>{texts.noPlace}</Text>;
  return (
    <DialogForm
      label={texts.add}
      act={async () => {
        const id = place === fresh ? (await createCollection({ name })).id : place;
        if (place === fresh) await refreshQueries(collectionsQuery);
        return id;
      }}
      onDone={(id) => addFiles(id, files)}
      onClose={endAddChoice}
    >
      <Hint mb="sm">{texts.countFiles(files.length)}</Hint>
      <Select
        label={texts.place}
        searchable
        openOnFocus={false}
        value={place}
        onChange={setPlace}
        data-autofocus
        data={[
          ...writable.map(({ id }) => ({
            value: id,
            label: namePath(collections, id),
          })),
          ...(canCreate ? [{ value: fresh, label: library.newCollection }] : []),
        ]}
      />
      {place === fresh && (
        <TextInput
          label={library.name}
          required
          maxLength={200}
          mt="sm"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
    </DialogForm>
  );
}

/** Each folder needs a request. */
const maxFolders = 200;

interface FolderDialogProps {
  readonly choice: FolderChoice;
  readonly collections: readonly Collection[];
}

/** Asks how folders should be added and adds them. */
function FolderDialog({ choice, collections }: FolderDialogProps) {
  const { collectionId, files, folders } = choice;
  const texts = useTexts('folderUpload');
  const isTooMany = folders.length > maxFolders;
  const [fate, setFate] = useState(isTooMany ? 'flatten' : 'keep');
  const name = collections.find(({ id }) => id === collectionId)?.name ?? '';
  return (
    <FormDialog
      title={texts.title}
      label={texts.add}
      changes={[collectionsQuery]}
      act={async () => {
        const places = fate === 'keep' ? await createFolders(choice) : [{ collectionId, files }];
        for (const place of places) addUploads(place.collectionId, place.files);
      }}
      onClose={endAddChoice}
    >
      <Text mb="md">{texts.summary(files.length, folders.length)}</Text>
      <Radio.Group label={texts.question} value={fate} onChange={setFate}>
        <Stack gap="sm" mt="xs">
          <Radio
            value="keep"
            data-autofocus={!isTooMany || undefined}
            label={texts.keep}
            description={isTooMany ? texts.tooMany(maxFolders) : texts.keepText(name)}
            disabled={isTooMany}
          />
          <Radio value="flatten" label={texts.flatten} description={texts.flattenText(name)} />
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}

interface PlacedFiles {
  readonly collectionId: string;
  readonly files: readonly NamedFile[];
}

/**
 * Creates a collection for each folder below the target, and reuses existing ones, so that a second
 * attempt continues the first. Files of a folder without a visible name go to its parent.
 *
 * @throws ApiError The first failure; no file has been sent.
 */
async function createFolders({
  collectionId,
  files,
  folders,
}: FolderChoice): Promise<readonly PlacedFiles[]> {
  const places = new Map(
    (await listCollections()).map(({ id, parent_id, name }) => [`${parent_id}/${name}`, id]),
  );
  const ids = new Map([['', collectionId]]);
  for (const folder of folders) {
    const [, parent = '', last = ''] = /^(?:(.*)\/)?([^/]*)$/s.exec(folder) ?? [];
    const parentId = ids.get(parent) ?? collectionId;
    const name = toCollectionName(last);
    const place = `${parentId}/${name}`;
    const id =
      name === undefined
        ? parentId
        : (places.get(place) ?? (await createCollection({ name, parent_id: parentId })).id);
    places.set(place, id);
    ids.set(folder, id);
  }
  const byFolder = Map.groupBy(files, folderOf);
  return [...byFolder].map(([folder, own]) => ({
    collectionId: ids.get(folder) ?? collectionId,
    files: own,
  }));
}
