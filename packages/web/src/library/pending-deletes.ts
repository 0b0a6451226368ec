import { useSyncExternalStore } from 'react';
import { addressOf } from '../api/address-of.ts';
import { describeError } from '../api/error-texts.ts';
import { queryClient } from '../api/query-client.ts';
import { notifyFailed } from '../parts/notify.ts';
import type { Language } from '../texts/define-texts.ts';
import { collectionsQuery } from './collections.ts';
import { deleteDocument } from './documents.ts';

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

/** A delete that is not carried out yet; the first of the two that is called holds. */
export interface PendingDelete {
  readonly undo: () => void;
  readonly carryOut: () => void;
}

/** Hides documents and deletes them when told to, or when the page is left. */
export function beginDelete(ids: readonly string[], language: Language): PendingDelete {
  hide(ids, true);
  let isSettled = false;
  const settle = (how: () => void) => () => {
    if (isSettled) return;
    isSettled = true;
    removeEventListener('pagehide', onLeave);
    how();
  };
  // A person who leaves the page has not taken it back.
  const onLeave = settle(() => {
    for (const id of ids)
      void fetch(addressOf('deleteDocument', { id }), { method: 'DELETE', keepalive: true });
  });
  addEventListener('pagehide', onLeave);
  return {
    undo: settle(() => hide(ids, false)),
    carryOut: settle(() => void deleteAll(ids, language)),
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
