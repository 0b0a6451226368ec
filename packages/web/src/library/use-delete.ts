import { describeError } from '../api/describe-error.ts';
import { refreshQueries } from '../api/query-client.ts';
import { notifyFailed } from '../components/notify.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { collectionsQuery } from './collections.ts';
import { deleteDocument } from './documents.ts';
import { runForEach } from './run-for-each.ts';
import { useUndoNotice } from './undo-notice.tsx';
import { documentsInDeletion, hiddenDocuments, showDocuments, useRestore } from './use-restore.ts';

/** Moves documents to the bin, with a notice that restores them. */
export function useDelete(): (ids: readonly string[]) => void {
  const texts = useTexts('library');
  const language = useLanguage();
  const showUndo = useUndoNotice();
  const restore = useRestore();
  return async (ids) => {
    hiddenDocuments.set(new Set([...hiddenDocuments.read(), ...ids]));
    for (const id of ids) documentsInDeletion.add(id);
    const deleting = runForEach(ids, deleteDocument);
    showUndo({
      message: texts.movedToBin(ids.length),
      onUndo: () => void deleting.then(({ done }) => restore.mutate(done)),
    });
    const { done, failedCount, error } = await deleting;
    for (const id of ids) documentsInDeletion.delete(id);
    if (failedCount > 0) {
      showDocuments(ids.filter((id) => !done.includes(id)));
      notifyFailed(describeError(error, language));
    }
    await refreshQueries({ queryKey: ['documents'] }, collectionsQuery);
  };
}
