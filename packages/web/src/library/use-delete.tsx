import { Button, Group } from '@mantine/core';
import { notify } from '../parts/notify.ts';
import { useLanguage, useTexts } from '../texts/language.tsx';
import { libraryTexts } from './library-texts.ts';
import { beginDelete } from './pending-deletes.ts';

/** The notice stays longer while the pointer or the focus is on it. */
const undoMs = 6_000;

/** Deletes documents once the notice that offers to take it back is gone. */
export function useDelete(): (ids: readonly string[]) => void {
  const texts = useTexts(libraryTexts);
  const { language } = useLanguage();
  return (ids) => {
    const { undo, carryOut } = beginDelete(ids, language);
    const shown = notify({
      autoClose: undoMs,
      withCloseButton: false,
      onClose: () => void carryOut(),
      message: (
        <Group justify="space-between">
          {texts.willDelete(ids.length)}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              undo();
              void shown.then((hide) => hide());
            }}
          >
            {texts.undo}
          </Button>
        </Group>
      ),
    });
    shown.catch(carryOut);
  };
}
