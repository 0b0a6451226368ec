import { TextInput } from '@mantine/core';
import { authenticate } from '../api/authenticate.ts';
import { switchOrganisation } from '../api/session.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { useTexts } from '../i18n/language.tsx';
import { createId } from '../lib/create-id.ts';

export function NewOrganisationDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts('organisation');
  return (
    <FormDialog
      title={texts.newOrganisation}
      label={texts.create}
      act={async ({ name = '' }) => {
        const { id } = await authenticate<{ readonly id: string }>('/organization/create', {
          name: name.trim(),
          // better-auth needs a unique slug; no address shows it.
          slug: createId(),
        });
        await switchOrganisation(id);
      }}
      onClose={onClose}
    >
      <TextInput
        name="name"
        label={texts.name}
        maxLength={100}
        pattern=".*\S.*"
        required
        data-autofocus
      />
      <Hint mt="sm">{texts.newText}</Hint>
    </FormDialog>
  );
}
