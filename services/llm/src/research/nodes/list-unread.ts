import type { NodeFailure } from '../research-state.ts';

export interface RecordsRead {
  /** Records that were asked for. */
  readonly ids: readonly string[];
  /** Records that were read, and ids of which there is none. */
  readonly known: readonly string[];
  readonly neverFetched: readonly string[];
}

/** Returns the failure for records that were asked for by their ids and not read, if any. */
export function listUnread({ ids, known, neverFetched }: RecordsRead): NodeFailure | undefined {
  const unread = ids.filter((id) => !known.includes(id) && !neverFetched.includes(id));
  const parts = [
    neverFetched.length > 0 && `Never fetched: ${neverFetched.join(', ')}.`,
    unread.length > 0 && `Records that could not be read: ${unread.join(', ')}.`,
  ].filter(Boolean);
  if (parts.length === 0) return undefined;
  return { code: unread.length > 0 ? 'upstream_failed' : 'not_cached', message: parts.join(' ') };
}
