import { readXml } from '../../read-xml.ts';

/** Counts the items of a Word file's lists to create their markers. */
export interface ListCounter {
  /**
   * Returns the marker of the next item at this depth (from 0): a number such as `2.`, else `-`.
   */
  next(listId: string, depth: number): string;
}

/**
 * Creates a counter.
 * @param part `word/numbering.xml`, if the file has it.
 */
export function createListCounter(part: Uint8Array | undefined): ListCounter {
  const formats = part === undefined ? new Map<string, string[]>() : readFormats(part);
  const counts = new Map<string, number[]>();
  return {
    next(listId, depth) {
      const count = counts.get(listId) ?? [];
      counts.set(listId, count);
      count.length = Math.min(count.length, depth + 1);
      const position = (count[depth] ?? 0) + 1;
      count[depth] = position;
      return formats.get(listId)?.[depth] === 'decimal' ? `${position}.` : '-';
    },
  };
}

/** Returns the number format of each depth by list id. */
function readFormats(part: Uint8Array): Map<string, string[]> {
  const abstract = new Map<string, string[]>();
  const lists = new Map<string, string>();
  let formats: string[] | undefined;
  let depth = 0;
  let listId = '';
  readXml(part, {
    open(name, attributes) {
      const value = attributes['w:val'] ?? '';
      if (name === 'w:abstractNum') {
        formats = [];
        abstract.set(attributes['w:abstractNumId'] ?? '', formats);
      } else if (name === 'w:lvl') {
        depth = Math.min(Number(attributes['w:ilvl'] ?? 0) || 0, 8);
      } else if (name === 'w:numFmt' && formats !== undefined) formats[depth] = value;
      else if (name === 'w:num') listId = attributes['w:numId'] ?? '';
      else if (name === 'w:abstractNumId') lists.set(listId, value);
    },
    close(name) {
      if (name === 'w:abstractNum') formats = undefined;
    },
  });
  const byList = new Map<string, string[]>();
  for (const [id, abstractId] of lists) byList.set(id, abstract.get(abstractId) ?? []);
  return byList;
}
