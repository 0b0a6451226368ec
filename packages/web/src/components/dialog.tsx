import { Modal } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { useTexts } from '../i18n/language.tsx';

export interface DialogProps {
  readonly title: string;
  /** Default: for as long as it is in the page. */
  readonly isOpen?: boolean;
  readonly size?: 'md' | 'lg';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A window over the page. What opened it has the focus again once it is gone. */
export function Dialog({ title, isOpen = true, size = 'md', onClose, children }: DialogProps) {
  const texts = useTexts('components');
  useFocusOfOpener(isOpen);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={size}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {children}
    </Modal>
  );
}

/** Mantine gives the focus back only where a dialog stays in the page, and not to a menu's button. */
function useFocusOfOpener(isOpen: boolean): void {
  // Found while this is rendered: after it, the menu that led here may be gone with the focus.
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
