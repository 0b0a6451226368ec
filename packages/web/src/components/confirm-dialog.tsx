import { Text } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import { useAction } from './use-action.ts';

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly act: () => Promise<unknown>;
  /** Called after `onClose`. */
  readonly onDone?: () => void;
  readonly onFailed?: () => void;
  readonly onClose: () => void;
}

/** Asks before an irreversible action, and closes when it is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, text, action, act, onDone, onFailed, onClose } = props;
  const run = useAction(act, {
    onDone: () => {
      onClose();
      onDone?.();
    },
    ...(onFailed && { onFailed }),
  });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <Text>{text}</Text>
      <DialogButtons
        label={action}
        isDangerous
        isBusy={run.isPending}
        onAct={() => run.mutate()}
        onClose={onClose}
      />
    </Dialog>
  );
}
