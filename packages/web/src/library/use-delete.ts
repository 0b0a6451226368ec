import { useLanguage, useTexts } from '../i18n/language.tsx';
import { beginDelete } from './pending-deletes.ts';
import { useUndoNotice } from './undo-notice.tsx';

/** Deletes documents when the undo notice is gone. */
export function useDelete(): (ids: readonly string[]) => void {
  const texts = useTexts('library');
  const language = useLanguage();
  const showUndo = useUndoNotice();
  return (ids) => {
    const { undo, carryOut } = beginDelete(ids, { language, onLeft: () => close() });
    const close = showUndo({
      message: texts.willDelete(ids.length),
      onUndo: undo,
      onGone: () => void carryOut(),
    });
  };
}
