import { findUsual } from './find-usual.ts';
import { type NumberedLine, readPageNumbers } from './page-number.ts';
import type { PageLine } from './read-page-lines.ts';

/** Minimum pages with the same running line… */
const minPages = 3;
/** …and minimum share of the pages from the first to the last of them. */
const minShare = 0.4;
/** Maximum running lines at one edge of a page. */
const maxLines = 3;
/** Maximum distance, in points, between the places of a running line on different pages. */
const reach = 4;
/** Maximum ratio of a running line's size to that of the running text. */
const maxGrowth = 1.15;

/**
 * A number that is not set apart is a page number only if its type is this much smaller than the
 * running text.
 */
const maxRelativeSize = 0.92;

/** Minimum distance from the text, in font sizes. */
const minDistance = 1.35;

interface Candidate {
  readonly line: PageLine;
  /** Page index, from 0. */
  readonly page: number;
  readonly readings: readonly NumberedLine[];
}

/**
 * Finds page headers, page footers and page numbers: outermost lines at the same height that repeat
 * on nearby pages, or page numbers that grow by one a page. Lines that differ otherwise are data
 * and never running lines; neither are amounts, headings and table rows.
 */
export function findRunningLines(pages: readonly (readonly PageLine[])[]): Set<PageLine> {
  const bodySize = findUsual(pages.flat(), ({ size }) => size) ?? 0;
  const running = new Set<PageLine>();
  for (const edge of ['top', 'bottom'] as const) {
    let at = pages.map((_, index) => index);
    for (let depth = 0; depth < maxLines && at.length > 0; depth += 1) {
      const candidates = at.flatMap((page) => {
        const lines = pages[page] as readonly PageLine[];
        const line = findOutermost(lines, edge, running);
        if (line === undefined || line.size > bodySize * maxGrowth) return [];
        if (isInTable(lines, line) || !standsApart(lines, line, running)) return [];
        const readings = readPageNumbers(line.text);
        return [{ line, page, readings }];
      });
      const found = findRepeated(candidates, bodySize * maxRelativeSize);
      for (const { line } of found) running.add(line);
      at = [...new Set([...found].map(({ page }) => page))].sort((a, b) => a - b);
    }
  }
  return running;
}

/** Returns candidates with the same text at the same height on nearby pages. */
function findRepeated(candidates: readonly Candidate[], smallSize: number): Set<Candidate> {
  const keyed = candidates.flatMap((candidate) => {
    const { text, size } = candidate.line;
    const keys = holdsData(text) ? [] : [`text ${keyOf(text)}`];
    for (const { rest, number, isApart } of candidate.readings) {
      const isPlain = !isApart && size > smallSize;
      if (!isPlain && !holdsData(rest))
        keys.push(`number ${number - candidate.page} ${keyOf(rest)}`);
    }
    return keys.map((key) => ({ key, candidate }));
  });
  const repeated = new Set<Candidate>();
  for (const group of Map.groupBy(keyed, ({ key }) => key).values()) {
    for (const level of partByHeight(group.map(({ candidate }) => candidate))) {
      if (isFrequent(level.map(({ page }) => page))) {
        for (const candidate of level) repeated.add(candidate);
      }
    }
  }
  return repeated;
}

function partByHeight(group: readonly Candidate[]): Candidate[][] {
  const levels: Candidate[][] = [];
  for (const candidate of group.toSorted((a, b) => a.line.height - b.line.height)) {
    const level = levels.at(-1);
    const before = level?.at(-1);
    if (level && before && candidate.line.height - before.line.height <= reach) {
      level.push(candidate);
    } else levels.push([candidate]);
  }
  return levels;
}

function isFrequent(found: readonly number[]): boolean {
  const pages = [...new Set(found)];
  const span = Math.max(...pages) - Math.min(...pages) + 1;
  return pages.length >= minPages && pages.length >= span * minShare;
}

/**
 * Amounts, counts and labelled values are data, even if they repeat; a year or a number within a
 * name is not.
 */
function holdsData(text: string): boolean {
  return (
    /\p{Sc}|%|\d[.,]\d\d(?!\d)|(?:[:#№]|\bn[or]\.?)$/iu.test(text) ||
    /(?:^|\s)(?!(?:19|20)\d\d\b)\d+(?:\s|$)/u.test(text)
  );
}

function keyOf(text: string): string {
  return text.toUpperCase().replace(/\s+/g, ' ');
}

function findOutermost(
  lines: readonly PageLine[],
  edge: 'top' | 'bottom',
  taken: ReadonlySet<PageLine>,
): PageLine | undefined {
  let found: PageLine | undefined;
  for (const line of lines) {
    if (line.angle !== 0 || taken.has(line)) continue;
    const isFurther =
      found === undefined ||
      (edge === 'top' ? line.height > found.height : line.height < found.height);
    if (isFurther) found = line;
  }
  return found;
}

/** Returns true if the next line is further away than the lines of a paragraph are. */
function standsApart(
  lines: readonly PageLine[],
  line: PageLine,
  taken: ReadonlySet<PageLine>,
): boolean {
  return lines.every((other) => {
    const distance = Math.abs(other.height - line.height);
    return (
      other === line ||
      taken.has(other) ||
      other.angle !== line.angle ||
      distance < 1 ||
      distance > minDistance * line.size
    );
  });
}

/** Returns true if a line of cells is directly above or below another one. */
function isInTable(lines: readonly PageLine[], line: PageLine): boolean {
  if (line.cells.length < 2) return false;
  return lines.some(
    (other) =>
      other !== line &&
      other.cells.length > 1 &&
      other.angle === line.angle &&
      Math.abs(other.height - line.height) > 0.5 * line.size &&
      Math.abs(other.height - line.height) < 2.2 * line.size,
  );
}
