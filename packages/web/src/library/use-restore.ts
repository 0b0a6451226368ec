import { useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { useUndoNotice } from './undo-notice.tsx';

/** Restores a deleted document, collection or conversation by its id. */
export function useRestore(onDone?: () => void) {
  const client = useQueryClient();
  return useAction((id: string) => call('restoreFromBin', { params: { id } }), {
    onDone: () => {
      void client.invalidateQueries();
      onDone?.();
    },
  });
}

/** Returns a function that shows a notice with an undo button for a deletion. */
export function useBinNotice(): (deleted: { readonly id: string; readonly name: string }) => void {
  const texts = useTexts('library');
  const showUndo = useUndoNotice();
  const restore = useRestore();
  return ({ id, name }) => {
    showUndo({ message: texts.inBin(name), onUndo: () => restore.mutate(id) });
  };
}
