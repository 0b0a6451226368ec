import { useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useAction } from '../components/use-action.ts';
import { useUndoNotice } from './undo-notice.tsx';

/** Restores deleted documents, collections or conversations by their ids. */
export function useRestore(onDone?: (ids: readonly string[]) => void) {
  const client = useQueryClient();
  const restoreAll = async (ids: readonly string[]) => {
    for (const id of ids) await call('restoreFromBin', { params: { id } });
  };
  return useAction(restoreAll, {
    onDone: async (_, ids) => {
      await client.invalidateQueries();
      onDone?.(ids);
    },
  });
}

export interface BinNotice {
  readonly ids: readonly string[];
  readonly message: string;
}

/** Returns a function that shows a notice with an undo button for a deletion. */
export function useBinNotice(): (deleted: BinNotice) => void {
  const showUndo = useUndoNotice();
  const restore = useRestore();
  return ({ ids, message }) => void showUndo({ message, onUndo: () => restore.mutate(ids) });
}
