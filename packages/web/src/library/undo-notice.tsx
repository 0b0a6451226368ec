import { Button, Group } from '@mantine/core';
import { notify } from '../components/notify.ts';
import { useTexts } from '../i18n/language.tsx';
import { keyFromEvent } from '../lib/key-from-event.ts';

/** The notice stays longer while the pointer or the focus is on it. */
const undoMs = 6_000;

/** Takes back what is told by the notices that are shown, the newest last. */
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

/** Where the browser takes back what was typed. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]')
  );
}

export interface UndoNotice {
  readonly message: string;
  readonly onUndo: () => void;
  /** Called once the notice is gone, taken back or not. */
  readonly onGone?: () => void;
}

/**
 * Says what was done, or will be, with a button that takes it back; Ctrl+Z does the same while the
 * notice is shown. Gives what hides it.
 */
export function useUndoNotice(): (notice: UndoNotice) => () => void {
  const texts = useTexts('library');
  return ({ message, onUndo, onGone }) => {
    const close = () => void shown.then((hide) => hide());
    const takeBack = () => {
      onUndo();
      close();
    };
    const end = () => {
      undos.delete(takeBack);
      onGone?.();
    };
    undos.add(takeBack);
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
              // The button goes, and its focus must not go nowhere.
              document.getElementById('content')?.focus();
              takeBack();
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
