import type { Collection } from '@lectern/contracts';
import { Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshQueries } from '../api/query-client.ts';
import { useMe } from '../api/session.ts';
import { Dialog } from '../components/dialog.tsx';
import { DialogForm } from '../components/form-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useTexts } from '../i18n/language.tsx';
import { type AddChoice, addFiles, endAddChoice } from './add-files.ts';
import { collectionsQuery, createCollection } from './collections.ts';
import { listAttachments } from './find-attached.ts';
import { FolderDialog } from './folder-dialog.tsx';
import { namePath } from './name-path.ts';

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
  const [place, setPlace] = useState(writable[0]?.id ?? (canCreate ? fresh : null));
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
