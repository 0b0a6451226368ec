import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.tsx';

export interface DialogButtonsProps {
  readonly label: string;
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  readonly isDangerous?: boolean;
  /** Buttons before these. */
  readonly extra?: ReactNode;
  /** Action of a dialog without a form; otherwise the button submits the form. */
  readonly onAct?: () => void;
  readonly onClose: () => void;
}

export function DialogButtons(props: DialogButtonsProps) {
  const { label, isBusy = false, isDisabled = false, isDangerous, extra, onAct, onClose } = props;
  const texts = useTexts('common');
  return (
    <Group
      justify="flex-end"
      pt="md"
      pb="md"
      mb="calc(-1 * var(--mantine-spacing-md))"
      pos="sticky"
      bottom={0}
      bg="var(--mantine-color-body)"
    >
      {extra}
      <Button variant="default" onClick={onClose}>
        {texts.cancel}
      </Button>
      <Button
        type={onAct ? 'button' : 'submit'}
        loading={isBusy}
        disabled={isDisabled}
        {...(isDangerous && { color: 'red.8' })}
        {...(onAct && { onClick: onAct })}
      >
        {label}
      </Button>
    </Group>
  );
}
