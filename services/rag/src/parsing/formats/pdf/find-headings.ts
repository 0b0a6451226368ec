import { findNumberedHeadings } from './find-numbered-headings.ts';
import { findSetOffHeadings } from './find-set-off-headings.ts';
import { findUsual } from './find-usual.ts';
import type { LineGroup } from './group-lines.ts';
import type { BookmarkedPage } from './read-bookmarks.ts';

/** Minimum ratio of a heading's size to that of the running text. */
const minGrowth = 1.12;
const maxHeadingLength = 200;
const maxLines = 3;
const maxLevels = 5;
/** Maximum share of large text; above it, size does not indicate headings. */
const maxShare = 0.3;

/**
 * Returns the level of each group that is a heading: by the file's bookmarks, else by font size, by
 * consecutive numbers, and by fonts that only headings use.
 */
export function findHeadings(
  groups: readonly LineGroup[],
  bookmarks: readonly BookmarkedPage[],
): Map<LineGroup, number> {
  const bookmarked = findBookmarked(groups, bookmarks);
  if (bookmarked.size >= 3 && bookmarked.size >= bookmarks.length / 3) return bookmarked;
  const headings = findLarge(groups);
  const deepest = Math.max(0, ...headings.values());
  for (const [group, level] of findNumberedHeadings(groups, mayBeHeading)) {
    headings.set(group, level);
  }
  for (const group of findSetOffHeadings(groups, mayBeHeading)) {
    if (!headings.has(group)) headings.set(group, Math.min(deepest + 1, maxLevels));
  }
  return headings;
}

function findBookmarked(
  groups: readonly LineGroup[],
  bookmarks: readonly BookmarkedPage[],
): Map<LineGroup, number> {
  const byPage = Map.groupBy(groups.filter(mayBeHeading), (group) => group.page);
  const headings = new Map<LineGroup, number>();
  for (const { title, page, level } of bookmarks) {
    const wanted = squeeze(title);
    const match = byPage.get(page)?.find((group) => {
      const text = squeeze(group.text);
      return !headings.has(group) && (text === wanted || isNumbered(text, wanted));
    });
    if (match !== undefined) headings.set(match, level);
  }
  return headings;
}

/**
 * Returns true if one of the texts has a number such as `2.1` or `Chapter 3` that the other lacks.
 */
function isNumbered(text: string, wanted: string): boolean {
  if (wanted.length < 4 || text.length < 4) return false;
  const [long, short] = text.length > wanted.length ? [text, wanted] : [wanted, text];
  return long.endsWith(short) && long.length - short.length <= 12;
}

function findLarge(groups: readonly LineGroup[]): Map<LineGroup, number> {
  const all = groups.flatMap(({ lines }) => lines);
  const body = findUsual(all, ({ size }) => roundSize(size)) ?? 0;
  const candidates = groups.filter(
    (group) => sizeOf(group) >= body * minGrowth && mayBeHeading(group),
  );
  const headings = new Map<LineGroup, number>();
  if (letters(candidates) > letters(groups) * maxShare) return headings;
  const levels = rankSizes(candidates.map(sizeOf));
  for (const group of candidates) headings.set(group, levels.get(roundSize(sizeOf(group))) ?? 1);
  return headings;
}

function mayBeHeading(group: LineGroup): boolean {
  const text = group.text;
  return (
    group.lines.length <= maxLines &&
    text.length <= maxHeadingLength &&
    (text.match(/\p{L}/gu)?.length ?? 0) >= 2 &&
    !group.lines.some((line) => line.isMonospaced) &&
    group.lines[0]?.angle === 0
  );
}

/** Returns the level of each size, the largest first; adjacent sizes share a level. */
function rankSizes(sizes: readonly number[]): Map<number, number> {
  const levels = new Map<number, number>();
  let level = 0;
  let last = Number.POSITIVE_INFINITY;
  for (const size of [...new Set(sizes.map(roundSize))].sort((a, b) => b - a)) {
    if (size < last * 0.95) {
      level = Math.min(level + 1, maxLevels);
      last = size;
    }
    levels.set(size, Math.max(1, level));
  }
  return levels;
}

function letters(groups: readonly LineGroup[]): number {
  return groups.reduce((sum, group) => sum + group.text.length, 0);
}

function sizeOf(group: LineGroup): number {
  return group.lines[0]?.size ?? 0;
}

function roundSize(size: number): number {
  return Math.round(size * 2) / 2;
}

function squeeze(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{P}]+/gu, '')
    .toLowerCase();
}
