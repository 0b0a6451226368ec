import type { LoadedChunk } from './load-chunks.ts';

/** Pages behind a chunk's first, with their offsets; those of earlier parsers are not known. */
export function toPages({
  page,
  page_starts,
}: Pick<LoadedChunk, 'page' | 'page_starts'>): { page: number; start: number }[] {
  if (page === null) return [];
  return (page_starts ?? []).map((start, at) => ({ page: page + at + 1, start }));
}
