import type { LoadedChunk } from './load-chunks.ts';

/** Returns the pages after a chunk's first, with their offsets; unknown for earlier parsers. */
export function toPages({
  page,
  page_starts,
}: Pick<LoadedChunk, 'page' | 'page_starts'>): { page: number; start: number }[] {
  if (page === null) return [];
  return (page_starts ?? []).map((start, at) => ({ page: page + at + 1, start }));
}
