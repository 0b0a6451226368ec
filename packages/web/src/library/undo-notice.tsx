import { Button, Group } from '@mantine/core';
import { notify } from '../components/notify.ts';
import { useTexts } from '../i18n/language.tsx';
import { focusContent } from '../lib/focus-content.ts';
import { keyFromEvent } from '../lib/key-from-event.ts';

/** The notice stays longer under the pointer or with the focus. */
const undoMs = 6_000;

/** Undo functions of the shown notices, newest last. */
const undos = new Set<() => void>();

document.addEventListener('keydown', (event) => {
  const undo = [...undos].at(-1);
  if (!undo || event.defaultPrevented || !isUndo(event) || isTyping(event.target)) return;
  event.preventDefault();
  undo();
});

function isUndo(event: KeyboardEvent): boolean {
  const isPlain = !event.altKey && !event.shiftKey && !event.repeat;
  return isPlain && (event.ctrlKey || event.metaKey) && keyFromEvent(event) === 'z';
}

/** Returns true where the browser has its own undo. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]')
  );
}

export interface UndoNotice {
  readonly message: string;
  readonly onUndo: () => void;
}

/**
 * Shows a notice with an undo button; Ctrl+Z undoes too while it is shown. Returns a function that
 * hides it.
 */
export function useUndoNotice(): (notice: UndoNotice) => () => void {
  const texts = useTexts('library');
  return ({ message, onUndo }) => {
    const close = () => void shown.then((hide) => hide());
    const restoreDraft = () => {
      onUndo();
      close();
    };
    const end = () => undos.delete(restoreDraft);
    undos.add(restoreDraft);
    const shown = notify({
      autoClose: undoMs,
      withCloseButton: false,
      onClose: end,
      message: (
        <Group justify="space-between">
          {message}
          <Button
            size="compact-sm"
            variant="default"
            data-undo
            aria-keyshortcuts="Control+Z Meta+Z"
            onClick={() => {
              focusContent();
              restoreDraft();
            }}
          >
            {texts.undo}
          </Button>
        </Group>
      ),
    });
    shown.catch(end);
    return close;
  };
}
