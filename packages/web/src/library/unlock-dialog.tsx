import type { Document } from '@lectern/contracts';
import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { Dialog } from '../components/dialog.tsx';
import { useTexts } from '../i18n/language.tsx';
import { useRetry } from './use-document-tasks.ts';

export interface UnlockDialogProps {
  readonly document: Document;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function UnlockDialog({ document, isOpen, onClose }: UnlockDialogProps) {
  const texts = useTexts('library');
  const retry = useRetry(document, onClose);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.unlock}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          retry.mutate(String(new FormData(event.currentTarget).get('password')));
        }}
      >
        <Text size="sm" c="dimmed" mb="sm">
          {texts.passwordHint}
        </Text>
        <PasswordInput
          name="password"
          label={texts.password}
          autoComplete="off"
          required
          data-autofocus
        />
        <Group justify="flex-end" mt="md">
          <Button type="submit" loading={retry.isPending}>
            {texts.unlock}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
