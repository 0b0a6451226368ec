import { Text, TextInput } from '@mantine/core';
import { authenticate } from '../api/authenticate.ts';
import { switchOrganisation } from '../api/session.ts';
import { useFormValues } from '../auth/use-form-values.ts';
import { Dialog } from '../components/dialog.tsx';
import { DialogButtons } from '../components/dialog-buttons.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useTexts } from '../i18n/language.tsx';
import { createId } from '../lib/create-id.ts';

export function NewOrganisationDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts('organisation');
  const parts = useTexts('components');
  const form = useFormValues(async ({ name = '' }) => {
    const { id } = await authenticate<{ readonly id: string }>('/organization/create', {
      name: name.trim(),
      // better-auth needs a unique slug; no address shows it.
      slug: createId(),
    });
    await switchOrganisation(id);
  });
  return (
    <Dialog onClose={onClose} title={texts.newOrganisation}>
      <form onSubmit={form.onSubmit}>
        {form.error !== undefined && <ErrorNotice error={form.error} />}
        <TextInput
          name="name"
          label={texts.name}
          maxLength={100}
          pattern=".*\S.*"
          required
          data-autofocus
        />
        <Text size="sm" c="dimmed" mt="sm">
          {texts.newText}
        </Text>
        <DialogButtons label={parts.create} isBusy={form.isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}
