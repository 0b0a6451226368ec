import type { Chunk } from '../chunking/chunk.ts';

type FoundChunk = Pick<Chunk, 'section' | 'text'>;

/**
 * Returns the text that a chunk is embedded from: the document's title and the headings above count
 * as its own words.
 */
export function toIndexText(title: string, chunk: FoundChunk): string {
  return [title, ...chunk.section, chunk.text].join('\n');
}

/**
 * Returns the text that a chunk is found by in keyword search: a word of the title counts twice
 * (decision 0012).
 */
export function toKeywordText(title: string, chunk: FoundChunk): string {
  return `${title}\n${toIndexText(title, chunk)}`;
}
