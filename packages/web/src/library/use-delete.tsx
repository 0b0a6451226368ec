import { Button, Group } from '@mantine/core';
import { letterOf } from '../base/letter-of.ts';
import { notify } from '../parts/notify.ts';
import { useLanguage, useTexts } from '../texts/language.tsx';
import { libraryTexts } from './library-texts.ts';
import { beginDelete } from './pending-deletes.ts';

/** The notice stays longer while the pointer or the focus is on it. */
const undoMs = 6_000;

/** Takes back the deletes whose notices are shown, the newest last. */
const undos = new Set<() => void>();

document.addEventListener('keydown', (event) => {
  const undo = [...undos].at(-1);
  if (!undo || event.defaultPrevented || !isUndo(event) || isTyping(event.target)) return;
  event.preventDefault();
  undo();
});

function isUndo(event: KeyboardEvent): boolean {
  const isPlain = !event.altKey && !event.shiftKey && !event.repeat;
  return isPlain && (event.ctrlKey || event.metaKey) && letterOf(event) === 'z';
}

/** Where the browser takes back what was typed. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]')
  );
}

/** Deletes documents once the notice that offers to take it back is gone. */
export function useDelete(): (ids: readonly string[]) => void {
  const texts = useTexts(libraryTexts);
  const { language } = useLanguage();
  return (ids) => {
    const close = () => void shown.then((hide) => hide());
    const { undo, carryOut } = beginDelete(ids, { language, onLeft: close });
    const takeBack = () => {
      undo();
      close();
    };
    const end = () => {
      undos.delete(takeBack);
      return carryOut();
    };
    undos.add(takeBack);
    const shown = notify({
      autoClose: undoMs,
      withCloseButton: false,
      onClose: () => void end(),
      message: (
        <Group justify="space-between">
          {texts.willDelete(ids.length)}
          <Button
            size="compact-sm"
            variant="default"
            data-undo
            aria-keyshortcuts="Control+Z Meta+Z"
            onClick={takeBack}
          >
            {texts.undo}
          </Button>
        </Group>
      ),
    });
    shown.catch(end);
  };
}
