import { useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useAction } from '../components/use-action.ts';
import { createStore } from '../lib/create-store.ts';
import { useUndoNotice } from './undo-notice.tsx';

/** Ids of deleted documents that lists may still have. */
export const hiddenDocuments = createStore<ReadonlySet<string>>(new Set());

/** Those of them whose deletion is not confirmed yet. */
export const documentsInDeletion = new Set<string>();

export function showDocuments(ids: readonly string[]): void {
  hiddenDocuments.set(new Set([...hiddenDocuments.read()].filter((id) => !ids.includes(id))));
}

/** Restores deleted documents, collections or conversations by their ids. */
export function useRestore(onDone?: () => void) {
  const client = useQueryClient();
  const restoreAll = async (ids: readonly string[]) => {
    for (const id of ids) await call('restoreFromBin', { params: { id } });
  };
  return useAction(restoreAll, {
    onDone: async (_, ids) => {
      await client.invalidateQueries();
      showDocuments(ids);
      onDone?.();
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
