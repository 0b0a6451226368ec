import { PasswordInput, Text } from '@mantine/core';
import { call } from '../api/call.ts';
import { useMe } from '../api/session.ts';
import { announceSessionChange } from '../api/session-changes.ts';
import { useFormValues } from '../auth/use-form-values.ts';
import { Dialog } from '../components/dialog.tsx';
import { DialogButtons } from '../components/dialog-buttons.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useTexts } from '../i18n/language.tsx';

export function DeleteOrganisationDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts('organisation');
  const { organisation } = useMe();
  const form = useFormValues(async ({ password = '' }) => {
    await call('deleteOrganisation', { params: { id: organisation.id }, body: { password } });
    announceSessionChange();
    location.assign('/');
  });
  return (
    <Dialog onClose={onClose} title={texts.removeTitle(organisation.name)}>
      <form onSubmit={form.onSubmit}>
        {form.error !== undefined && <ErrorNotice error={form.error} />}
        <Text mb="sm">{texts.removeText}</Text>
        <PasswordInput
          name="password"
          label={texts.password}
          autoComplete="current-password"
          required
          data-autofocus
        />
        <DialogButtons label={texts.remove} isDangerous isBusy={form.isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}
