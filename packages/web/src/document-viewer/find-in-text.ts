import type { DocumentText } from '@lectern/contracts';
import { CodePoints } from './code-points.ts';

/** A match of the searched words, in code points of the whole text. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly page: number | null;
  /** Number of the match on its page, from 0. */
  readonly rank: number;
}

/** Matches on a page or in a text, and the one that the reader is at. */
export interface ShownHits {
  readonly pattern: RegExp;
  readonly hits: readonly Hit[];
  readonly current: Hit | undefined;
}

/** Stands between the pieces of a line on a rendered page. */
export const pieceBreak = '\u200b';
/** A word may be cut into pieces, or by a hyphen at the end of a line. */
const insideWord = `(?:[${pieceBreak}\u00ad]|[-\u2010]${pieceBreak}?\\n)*`;

/**
 * Returns an expression that matches words in parsed and in rendered text, ignoring case and the
 * kind of white space; undefined without words.
 */
export function toFindPattern(query: string): RegExp | undefined {
  const words = query.normalize('NFKC').trim().split(/\s+/);
  if (words[0] === '') return undefined;
  const escaped = words.map((word) =>
    Array.from(word, (letter) => letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')).join(insideWord),
  );
  return new RegExp(escaped.join(`[\\s${pieceBreak}]+`), 'giu');
}

/** Finds every match in reading order. */
export function findInText(pages: DocumentText['pages'], pattern: RegExp): readonly Hit[] {
  return pages.flatMap(({ page, text, start }) => {
    const matches = [...text.matchAll(pattern)];
    if (matches.length === 0) return [];
    const points = new CodePoints(text);
    return matches.map(({ index, 0: { length } }, rank) => ({
      start: start + points.toPoint(index),
      end: start + points.toPoint(index + length),
      page,
      rank,
    }));
  });
}
