import { countCharacters, findUsual } from './find-usual.ts';
import type { LineGroup } from './group-lines.ts';

const maxTitleLength = 100;
const endsLikeText = /[.,;]$/;
const startsTitle = /^[\p{Lu}\p{Lo}\p{N}«“"]/u;
/** Minimum share of a heading font's characters in headings. */
const minShare = 0.6;
/** Maximum share of the document in heading fonts. */
const maxShare = 0.12;

/**
 * Finds short single lines above running text in a font that hardly occurs elsewhere: headings in
 * bold type of the text's size.
 */
export function findSetOffHeadings(
  groups: readonly LineGroup[],
  mayBeHeading: (group: LineGroup) => boolean,
): LineGroup[] {
  const lines = groups.flatMap((group) => group.lines).filter(({ font }) => font !== undefined);
  const counts = new Map(countCharacters(lines, ({ font }) => font));
  const bodyFont = findUsual(lines, ({ font }) => font);
  const candidates = Map.groupBy(
    groups.filter((group, at) => {
      const { text } = group;
      const isTitle =
        text.length <= maxTitleLength && startsTitle.test(text) && !endsLikeText.test(text);
      return isTitle && mayBeHeading(group) && stands(group, groups[at + 1], bodyFont);
    }),
    (group) => group.lines[0]?.font,
  );
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...candidates].flatMap(([font, found]) => {
    const length = found.reduce((sum, group) => sum + group.text.length, 0);
    const all = counts.get(font) ?? 0;
    return length >= all * minShare && length <= total * maxShare ? found : [];
  });
}

function stands(group: LineGroup, next: LineGroup | undefined, bodyFont: string | undefined) {
  const [line, ...others] = group.lines;
  const below = next?.lines[0];
  return (
    others.length === 0 &&
    line?.font !== undefined &&
    line.font !== bodyFont &&
    line.cells.length === 1 &&
    below !== undefined &&
    below.font !== line.font &&
    below.cells.length === 1 &&
    line.size >= 0.95 * below.size
  );
}
