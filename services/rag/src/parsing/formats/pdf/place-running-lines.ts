import { runsOn } from '../../runs-on.ts';
import type { LineGroup } from './group-lines.ts';
import type { PageLine } from './read-page-lines.ts';

/** A part of a page, in writing order. */
export type PagePart = LineGroup | PageLine;

/**
 * Puts page headers before the text of their page and footers after it. Where the text continues on
 * the next page, or a heading ends the page, they move by one group, so that no sentence and no
 * heading is separated from the text that follows.
 */
export function placeRunningLines(
  pages: readonly (readonly LineGroup[])[],
  running: readonly (readonly PageLine[])[],
  headings: ReadonlyMap<LineGroup, number>,
): PagePart[][] {
  const goesOn = pages.map((groups, at) => {
    const last = groups.at(-1);
    const next = pages[at + 1]?.[0];
    if (last === undefined || next === undefined) return false;
    return headings.has(last) || (!headings.has(next) && runsOn(last.text, next.text));
  });
  return pages.map((groups, at) => {
    const lines = (running[at] ?? []).toSorted((a, b) => b.height - a.height);
    const middle = middleOf(groups);
    const heads = lines.filter((line) => line.height >= middle);
    const feet = lines.filter((line) => line.height < middle);
    const first = goesOn[at - 1] ? 1 : 0;
    const last = goesOn[at] ? Math.max(first, groups.length - 1) : groups.length;
    return [
      ...groups.slice(0, first),
      ...heads,
      ...groups.slice(first, last),
      ...feet,
      ...groups.slice(last),
    ];
  });
}

function middleOf(groups: readonly LineGroup[]): number {
  const heights = groups.flatMap(({ lines }) => lines.map((line) => line.height));
  if (heights.length === 0) return 400;
  return (Math.max(...heights) + Math.min(...heights)) / 2;
}
