import type { LineGroup } from './group-lines.ts';

const numbered = /^(\d{1,3}(?:\.\d{1,3}){0,5})[.)]?\s+(?=[\p{Lu}\p{Lo}«“"])/u;
const endsLikeText = /[.,;:]$/;
const minHeadings = 2;
/** Minimum characters of the text under a heading; with less, numbers of one level are a list. */
const minChars = 80;

/**
 * Finds headings by their numbers: `2`, `2.1`, `2.1.1` in counting order. Numbers of a single level
 * are headings if each has running text below it, else a list.
 */
export function findNumberedHeadings(
  groups: readonly LineGroup[],
  mayBeHeading: (group: LineGroup) => boolean,
): Map<LineGroup, number> {
  const headings = new Map<LineGroup, number>();
  const path: number[] = [];
  let isNested = false;
  let hasText = true;
  for (const [at, group] of groups.entries()) {
    const { text } = group;
    const number = numbered.exec(text)?.[1]?.split('.').map(Number);
    if (number === undefined || !mayBeHeading(group) || endsLikeText.test(text)) continue;
    if (!isNext(path, number)) continue;
    path.splice(0, path.length, ...number);
    headings.set(group, number.length);
    isNested ||= number.length > 1;
    const next = groups[at + 1];
    hasText &&= next !== undefined && next.text.length >= minChars;
  }
  if (headings.size < minHeadings || !(isNested || hasText)) return new Map();
  return headings;
}

/**
 * Returns true if a number follows another: the next of its level or of a higher one, or the first
 * of the level below.
 */
function isNext(path: readonly number[], number: readonly number[]): boolean {
  if (path.length === 0) return number.every((part) => part <= 1);
  const last = number.length - 1;
  if (number.length > path.length) {
    const below = number.slice(path.length);
    return startsWith(number, path) && below.every((part) => part <= 1);
  }
  return (
    startsWith(number.slice(0, last), path.slice(0, last)) && number[last] === (path[last] ?? 0) + 1
  );
}

function startsWith(number: readonly number[], path: readonly number[]): boolean {
  return path.every((part, at) => part === number[at]);
}
