import type { DocumentText } from '@lectern/contracts';

/** A part of a text. Offsets are code points of the whole text. */
export interface JoinedPart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Start of the rest; null at the end of the requested part. */
  readonly next_start: number | null;
}

/** Joins the pages of a part; `wantedStart` is its start if it has none. */
export function joinPart({ pages, next_start }: DocumentText, wantedStart = 0): JoinedPart {
  const text = pages.map((page) => page.text).join('');
  const start = pages[0]?.start ?? wantedStart;
  return { text, start, end: start + Array.from(text).length, next_start: next_start ?? null };
}
