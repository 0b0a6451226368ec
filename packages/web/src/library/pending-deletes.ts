import { useSyncExternalStore } from 'react';
import { addressOf } from '../api/address-of.ts';
import { describeError } from '../api/describe-error.ts';
import { refreshQueries } from '../api/query-client.ts';
import { beforeSessionChanges } from '../api/session.ts';
import { notifyFailed } from '../components/notify.ts';
import type { LoadedLanguage } from '../i18n/language.tsx';
import { collectionsQuery } from './collections.ts';
import { deleteDocument } from './documents.ts';

const listeners = new Set<() => void>();
let hidden: ReadonlySet<string> = new Set();

/** Returns the ids of documents with a pending delete, which are hidden everywhere. */
export function useHidden(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hidden,
  );
}

/** A delete that waits. The first call of `undo` or `carryOut` wins. */
export interface PendingDelete {
  readonly undo: () => void;
  readonly carryOut: () => Promise<void>;
}

export interface DeleteOptions {
  readonly language: LoadedLanguage;
  /** Called when the page is left, which carries the delete out. */
  readonly onLeft: () => void;
}

interface BegunDelete extends PendingDelete {
  /** Sends the remaining deletes as requests that outlive the page. */
  readonly leave: () => void;
}

const begun = new Set<BegunDelete>();
/** Ids that were deleted when the page was left; the result is unknown. */
const left = new Set<string>();

// Leaving the page or the organisation does not undo a delete.
addEventListener('pagehide', () => {
  for (const pending of begun) pending.leave();
});
// The browser may restore the page from its cache.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && left.size > 0) void showWhatIs();
});
beforeSessionChanges(async () => {
  await Promise.all([...begun].map(({ carryOut }) => carryOut()));
});

/** Hides documents and deletes them when `carryOut` is called or the page is left. */
export function beginDelete(
  ids: readonly string[],
  { language, onLeft }: DeleteOptions,
): PendingDelete {
  hide(ids, true);
  /** Ids whose delete is neither undone nor done. */
  const open = new Set(ids);
  let end: Promise<void> | undefined;
  const pending: BegunDelete = {
    undo() {
      if (end) return;
      end = Promise.resolve();
      begun.delete(pending);
      hide(ids, false);
    },
    carryOut() {
      end ??= deleteAll(open, language).finally(() => begun.delete(pending));
      return end;
    },
    leave() {
      end ??= Promise.resolve();
      begun.delete(pending);
      for (const id of open) {
        left.add(id);
        void fetch(addressOf('deleteDocument', { id }), { method: 'DELETE', keepalive: true });
      }
      open.clear();
      onLeft();
    },
  };
  begun.add(pending);
  return pending;
}

/** Deletes the documents and empties the set. */
async function deleteAll(open: Set<string>, language: LoadedLanguage): Promise<void> {
  for (const id of open) {
    try {
      await deleteDocument(id);
    } catch (error) {
      hide([id], false);
      notifyFailed(describeError(error, language));
    } finally {
      open.delete(id);
    }
  }
  await refresh();
}

async function showWhatIs(): Promise<void> {
  await refresh();
  hide([...left], false);
  left.clear();
}

async function refresh(): Promise<void> {
  await refreshQueries({ queryKey: ['documents'] }, collectionsQuery);
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
