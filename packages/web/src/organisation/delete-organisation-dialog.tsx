import { PasswordInput, Text } from '@mantine/core';
import { call } from '../api/call.ts';
import { useMe } from '../api/session.ts';
import { announceSessionChange } from '../api/session-changes.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { useTexts } from '../i18n/language.tsx';

export function DeleteOrganisationDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts('organisation');
  const { id, name } = useMe().organisation;
  return (
    <FormDialog
      title={texts.removeTitle(name)}
      label={texts.remove}
      isDangerous
      act={({ password = '' }) =>
        call('deleteOrganisation', { params: { id }, body: { password } })
      }
      onDone={() => {
        announceSessionChange();
        location.assign('/');
      }}
      onClose={onClose}
    >
      <Text mb="sm">{texts.removeText}</Text>
      <PasswordInput
        name="password"
        label={texts.password}
        autoComplete="current-password"
        required
        data-autofocus
      />
    </FormDialog>
  );
}
