import { Text } from '@mantine/core';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';

export interface ConfirmDialogProps extends Omit<FormDialogProps<unknown>, 'label' | 'children'> {
  readonly text: string;
  readonly action: string;
}

/** Asks before an irreversible action, and closes when it is done. */
export function ConfirmDialog({ text, action, ...dialog }: ConfirmDialogProps) {
  return (
    <FormDialog {...dialog} label={action} isDangerous>
      <Text>{text}</Text>
    </FormDialog>
  );
}
