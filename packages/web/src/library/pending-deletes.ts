import { useSyncExternalStore } from 'react';
import { addressOf } from '../api/address-of.ts';
import { describeError } from '../api/error-texts.ts';
import { queryClient } from '../api/query-client.ts';
import { notifyFailed } from '../parts/notify.ts';
import type { Language } from '../texts/define-texts.ts';
import { collectionsQuery } from './collections.ts';
import { deleteDocument } from './documents.ts';

/** While a delete can still be taken back. */
export const undoMs = 6_000;

const listeners = new Set<() => void>();
let hidden: ReadonlySet<string> = new Set();

/** Ids of documents that are being deleted: shown nowhere from the first moment. */
export function useHidden(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hidden,
  );
}

/** Deletes documents in a few seconds, unless the returned function is called before. */
export function deleteSoon(ids: readonly string[], language: Language): () => void {
  hide(ids, true);
  let isUndone = false;
  const deleteNow = () => void deleteAll(ids, language);
  const timer = setTimeout(deleteNow, undoMs);
  // A person who leaves the page has not taken it back.
  const onLeave = () => {
    clearTimeout(timer);
    for (const id of ids)
      void fetch(addressOf('deleteDocument', { id }), { method: 'DELETE', keepalive: true });
  };
  addEventListener('pagehide', onLeave, { once: true });
  setTimeout(() => removeEventListener('pagehide', onLeave), undoMs);
  return () => {
    if (isUndone) return;
    isUndone = true;
    clearTimeout(timer);
    removeEventListener('pagehide', onLeave);
    hide(ids, false);
  };
}

async function deleteAll(ids: readonly string[], language: Language): Promise<void> {
  for (const id of ids) {
    try {
      await deleteDocument(id);
    } catch (error) {
      hide([id], false);
      notifyFailed(describeError(error, language));
    }
  }
  await queryClient.invalidateQueries({ queryKey: ['documents'] });
  await queryClient.invalidateQueries({ queryKey: collectionsQuery.queryKey });
}

function hide(ids: readonly string[], isHidden: boolean): void {
  const next = new Set(hidden);
  for (const id of ids) {
    if (isHidden) next.add(id);
    else next.delete(id);
  }
  hidden = next;
  for (const listener of listeners) listener();
}
