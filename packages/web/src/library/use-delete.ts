import { describeError } from '../api/describe-error.ts';
import { refreshQueries } from '../api/query-client.ts';
import { notifyFailed } from '../components/notify.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { createStore } from '../lib/create-store.ts';
import { collectionsQuery } from './collections.ts';
import { deleteDocument } from './documents.ts';
import { runForEach } from './run-for-each.ts';
import { useUndoNotice } from './undo-notice.tsx';
import { useRestore } from './use-restore.ts';

const hidden = createStore<ReadonlySet<string>>(new Set());

/** Returns the ids of deleted documents that lists may still have. */
export const useHidden = hidden.useValue;

function show(ids: readonly string[]): void {
  hidden.set(new Set([...hidden.read()].filter((id) => !ids.includes(id))));
}

/** Moves documents to the bin, with a notice that restores them. */
export function useDelete(): (ids: readonly string[]) => void {
  const texts = useTexts('library');
  const language = useLanguage();
  const showUndo = useUndoNotice();
  const restore = useRestore(show);
  return async (ids) => {
    hidden.set(new Set([...hidden.read(), ...ids]));
    const deleting = runForEach(ids, deleteDocument);
    showUndo({
      message: texts.willDelete(ids.length),
      onUndo: () => void deleting.then(({ done }) => restore.mutate(done)),
    });
    const { failedCount, error } = await deleting;
    if (failedCount > 0) notifyFailed(describeError(error, language));
    await refreshQueries({ queryKey: ['documents'] }, collectionsQuery);
    // Lists no longer have the deleted ones, which may be restored from the bin.
    show(ids);
  };
}
