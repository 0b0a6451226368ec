import type { Document } from '@lectern/contracts';
import { PasswordInput } from '@mantine/core';
import { FormDialog } from '../components/form-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { useTexts } from '../i18n/language.tsx';
import { retryDocument } from './documents.ts';
import { changesOf } from './use-document-tasks.ts';

export interface UnlockDialogProps {
  readonly document: Document;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function UnlockDialog({ document: { id }, ...dialog }: UnlockDialogProps) {
  const texts = useTexts('library');
  return (
    <FormDialog
      {...dialog}
      title={texts.unlock}
      label={texts.unlock}
      changes={changesOf(id)}
      act={({ password }) => retryDocument(id, password)}
    >
      <Hint mb="sm">{texts.passwordHint}</Hint>
      <PasswordInput
        name="password"
        label={texts.password}
        autoComplete="off"
        required
        data-autofocus
      />
    </FormDialog>
  );
}
