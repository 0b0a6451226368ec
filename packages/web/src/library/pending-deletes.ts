import { useSyncExternalStore } from 'react';
import { addressOf } from '../api/address-of.ts';
import { describeError } from '../api/error-texts.ts';
import { queryClient } from '../api/query-client.ts';
import { beforeSessionChanges } from '../api/session.ts';
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
  readonly carryOut: () => Promise<void>;
}

/** Ids whose delete is neither taken back nor done. */
const open = new Set<string>();
const begun = new Set<PendingDelete>();

// A person who leaves the page, or the organisation, has not taken it back.
addEventListener('pagehide', () => {
  for (const id of open) {
    void fetch(addressOf('deleteDocument', { id }), { method: 'DELETE', keepalive: true });
  }
});
beforeSessionChanges(async () => {
  await Promise.all([...begun].map(({ carryOut }) => carryOut()));
});

/** Hides documents and deletes them when told to, or when the page is left. */
export function beginDelete(ids: readonly string[], language: Language): PendingDelete {
  hide(ids, true);
  for (const id of ids) open.add(id);
  let end: Promise<void> | undefined;
  const pending: PendingDelete = {
    undo() {
      if (end) return;
      end = Promise.resolve();
      for (const id of ids) open.delete(id);
      begun.delete(pending);
      hide(ids, false);
    },
    carryOut() {
      end ??= deleteAll(ids, language).finally(() => begun.delete(pending));
      return end;
    },
  };
  begun.add(pending);
  return pending;
}

async function deleteAll(ids: readonly string[], language: Language): Promise<void> {
  for (const id of ids) {
    try {
      await deleteDocument(id);
    } catch (error) {
      hide([id], false);
      notifyFailed(describeError(error, language));
    } finally {
      open.delete(id);
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
