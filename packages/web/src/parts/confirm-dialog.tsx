import { Modal, Text } from '@mantine/core';
import { useTexts } from '../texts/language.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import { partsTexts } from './parts-texts.ts';

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before what cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, text, action, isBusy, onConfirm, onClose } = props;
  const texts = useTexts(partsTexts);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Text>{text}</Text>
      <DialogButtons
        label={action}
        isDangerous
        isBusy={isBusy}
        onAct={onConfirm}
        onClose={onClose}
      />
    </Modal>
  );
}
