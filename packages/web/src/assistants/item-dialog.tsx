import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { DialogButtons } from '../components/dialog-buttons.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';

export interface ItemDialogProps {
  readonly title: string;
  readonly queryKey: readonly unknown[];
  readonly isComplete: boolean;
  readonly save: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The form of an assistant or of a saved prompt. */
export function ItemDialog(props: ItemDialogProps) {
  const { title, queryKey, isComplete, onClose, children } = props;
  const texts = useTexts('assistants');
  const client = useQueryClient();
  const save = useAction(props.save, {
    quiet: true,
    onDone: () => {
      void client.invalidateQueries({ queryKey });
      onClose();
    },
  });
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {save.isError && <ErrorNotice error={save.error} />}
        {children}
        <DialogButtons
          label={texts.save}
          isBusy={save.isPending}
          isDisabled={!isComplete}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
