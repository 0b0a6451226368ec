import { TextInput } from '@mantine/core';
import { call } from '../api/call.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { useTexts } from '../i18n/language.tsx';

export interface AddPageDialogProps {
  readonly collectionId: string;
  readonly onClose: () => void;
}

/** Asks for the address of a page, and adds it to a collection. */
export function AddPageDialog({ collectionId, onClose }: AddPageDialogProps) {
  const texts = useTexts('library');
  const { add } = useTexts('folderUpload');
  return (
    <FormDialog
      title={texts.addPage}
      label={add}
      act={({ url }) => call('addPage', { params: { id: collectionId }, body: { url: url ?? '' } })}
      onClose={onClose}
    >
      <TextInput
        name="url"
        type="url"
        label={texts.pageAddress}
        placeholder="https://"
        required
        maxLength={2_000}
        data-autofocus
      />
      <Hint mt="sm">{texts.pageHint}</Hint>
    </FormDialog>
  );
}
