import { useSyncExternalStore } from 'react';
import { addressOf } from '../api/address-of.ts';
import { describeError } from '../api/describe-error.ts';
import { queryClient } from '../api/query-client.ts';
import { beforeSessionChanges } from '../api/session.ts';
import { notifyFailed } from '../components/notify.ts';
import type { LoadedLanguage } from '../i18n/language.tsx';
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

/**
 * A delete that is not carried out yet. Whichever of the two is called first holds; the other does
 * nothing then.
 */
export interface PendingDelete {
  readonly undo: () => void;
  readonly carryOut: () => Promise<void>;
}

export interface DeleteOptions {
  readonly language: LoadedLanguage;
  /** Called when the page is left: what was to be deleted is, and nothing can take it back. */
  readonly onLeft: () => void;
}

interface BegunDelete extends PendingDelete {
  /** Deletes what is left in calls that outlive the page. */
  readonly leave: () => void;
}

const begun = new Set<BegunDelete>();
/** Ids that were deleted as the page was left: whether that came through is not known here. */
const left = new Set<string>();

// A person who leaves the page, or the organisation, has not taken it back.
addEventListener('pagehide', () => {
  for (const pending of begun) pending.leave();
});
// The browser may show the page again as it was.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && left.size > 0) void showWhatIs();
});
beforeSessionChanges(async () => {
  await Promise.all([...begun].map(({ carryOut }) => carryOut()));
});

/** Hides documents and deletes them when told to, or when the page is left. */
export function beginDelete(
  ids: readonly string[],
  { language, onLeft }: DeleteOptions,
): PendingDelete {
  hide(ids, true);
  /** Those whose delete is neither taken back nor done. */
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

/** Empties the set. */
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
