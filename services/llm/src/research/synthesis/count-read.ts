import type { ResearchFrame } from '@lectern/contracts';

/** Records that were read: those that the question names need not match the rest of it. */
export function countRead<Item>(
  read: readonly Item[] | undefined,
  idOf: (record: Item) => string,
  frame: ResearchFrame | null,
): { readonly named: number; readonly matching: number } {
  const ids = new Set([...(frame?.entities.nct_ids ?? []), ...(frame?.entities.pmids ?? [])]);
  const named = (read ?? []).filter((record) => ids.has(idOf(record))).length;
  return { named, matching: (read?.length ?? 0) - named };
}
