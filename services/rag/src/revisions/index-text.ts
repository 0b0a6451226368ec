import type { Chunk } from '../chunking/chunk.ts';

/** What a chunk is found by: the document's title and the headings above count as its own words. */
export function toIndexText(title: string, chunk: Pick<Chunk, 'section' | 'text'>): string {
  return [title, ...chunk.section, chunk.text].join('\n');
}
