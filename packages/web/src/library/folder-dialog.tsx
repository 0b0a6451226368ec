import type { Collection } from '@lectern/contracts';
import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../components/form-dialog.tsx';
import { useTexts } from '../i18n/language.tsx';
import { endAddChoice, type FolderChoice } from './add-files.ts';
import { collectionsQuery } from './collections.ts';
import { createFolders } from './create-folders.ts';
import { addUploads } from './uploads.ts';

/** Each folder needs a request. */
const maxFolders = 200;

export interface FolderDialogProps {
  readonly choice: FolderChoice;
  readonly collections: readonly Collection[];
}

/** Asks how folders should be added and adds them. */
export function FolderDialog({ choice, collections }: FolderDialogProps) {
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
