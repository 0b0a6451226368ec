import type { PageLine } from './read-page-lines.ts';

/** A line is a running one if it stands on this many pages or more… */
const fewestPages = 4;
/** …and on this share of the pages from its first to its last. */
const leastShare = 0.4;
/** Lines looked at from the top and from the bottom of a page. */
const marginLines = 2;

/**
 * Removes running heads, feet and page numbers: lines at the edge of a page that come again, but
 * for their digits, on many pages nearby. The first occurrence stays, unless it is only a number.
 */
export function dropRunningLines(pages: readonly (readonly PageLine[])[]): PageLine[][] {
  const margins = pages.map(findMarginLines);
  const occurrences = new Map<string, { count: number; first: number; last: number }>();
  for (const [at, margin] of margins.entries()) {
    for (const key of new Set(margin.values())) {
      const known = occurrences.get(key);
      if (known === undefined) occurrences.set(key, { count: 1, first: at, last: at });
      else {
        known.count += 1;
        known.last = at;
      }
    }
  }
  const isRunning = (key: string, at: number) => {
    const { count, first, last } = occurrences.get(key) ?? { count: 0, first: 0, last: 0 };
    if (count < fewestPages || count < (last - first + 1) * leastShare) return false;
    return at > first || !/\p{L}/u.test(key);
  };
  return pages.map((lines, at) =>
    lines.filter((line) => {
      const key = margins[at]?.get(line);
      return key === undefined || !isRunning(key, at);
    }),
  );
}

/** The lines at the top and bottom of a page, each with what it has in common with its like. */
function findMarginLines(lines: readonly PageLine[]): Map<PageLine, string> {
  const upright = lines.filter((line) => line.angle === 0).sort((a, b) => b.height - a.height);
  const top = upright.slice(0, marginLines);
  const bottom = upright.slice(Math.max(marginLines, upright.length - marginLines));
  const keys = new Map<PageLine, string>();
  for (const line of top) keys.set(line, `top ${keyOf(line)}`);
  for (const line of bottom) keys.set(line, `bottom ${keyOf(line)}`);
  return keys;
}

function keyOf({ text }: PageLine): string {
  return text.toUpperCase().replace(/\d+/g, '#').replace(/\s+/g, ' ');
}
