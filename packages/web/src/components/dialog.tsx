import { Modal } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';

export interface DialogProps {
  readonly title: string;
  /** Default: true. */
  readonly isOpen?: boolean | undefined;
  readonly size?: 'md' | 'lg' | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog that returns the focus to its opener. */
export function Dialog({ title, isOpen = true, size = 'md', onClose, children }: DialogProps) {
  useFocusOfOpener(isOpen);
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size={size} returnFocus={false}>
      {children}
    </Modal>
  );
}

/** Mantine returns the focus only for mounted dialogs, and not to the button of a menu. */
export function useFocusOfOpener(isOpen: boolean): void {
  // Read during the render, because the menu may be gone afterwards.
  const opener = useMemo(() => (isOpen ? findOpener() : null), [isOpen]);
  useLayoutEffect(
    () => () => {
      const { activeElement, body } = document;
      if (activeElement === body || activeElement?.closest('[role=dialog]')) opener?.focus();
    },
    [opener],
  );
}

function findOpener(): HTMLElement | null {
  const { activeElement } = document;
  const buttonId = activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  if (buttonId) return document.getElementById(buttonId);
  return activeElement instanceof HTMLElement ? activeElement : null;
}
