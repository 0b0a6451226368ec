import { Text } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before an irreversible action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, text, action, isBusy, onConfirm, onClose } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <Text>{text}</Text>
      <DialogButtons
        label={action}
        isDangerous
        isBusy={isBusy}
        onAct={onConfirm}
        onClose={onClose}
      />
    </Dialog>
  );
}
