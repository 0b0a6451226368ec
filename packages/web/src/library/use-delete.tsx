import { Button, Group } from '@mantine/core';
import { notify } from '../parts/notify.ts';
import { useLanguage, useTexts } from '../texts/language.tsx';
import { libraryTexts } from './library-texts.ts';
import { deleteSoon, undoMs } from './pending-deletes.ts';

/** Deletes documents with a few seconds to take it back. */
export function useDelete(): (ids: readonly string[]) => void {
  const texts = useTexts(libraryTexts);
  const { language } = useLanguage();
  return (ids) => {
    const undo = deleteSoon(ids, language);
    const shown = notify({
      autoClose: undoMs,
      withCloseButton: false,
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
  };
}
