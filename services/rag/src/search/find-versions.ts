import { foldCase } from './plain-words.ts';

/** A year or date, `v` with a number, or a number in several parts: `2024`, `v2`, `3.1`. */
const mark =
  /(?<![\p{L}\p{N}.-])(?:v\.?\s?\d+(?:\.\d+)*|(?:19|20)\d{2}(?:[-./]\d{1,2}){0,2}|\d+(?:\.\d+)+)(?![\p{L}\p{N}]|[.-]\p{N})/gu;
const anySeparators = /[\p{P}\p{S}\p{Z}_]+/gu;

/** Title of a document that may have other versions. */
export interface VersionTitle {
  /** Equal for all versions: the title without its marks. */
  readonly name: string;
  /** The marks as they are written. */
  readonly marks: readonly string[];
  /** Numbers of the marks in order; a later version has a higher first difference. */
  readonly numbers: readonly number[];
}

/** Parses a title with a year or version in it; undefined for another title. */
export function readVersionTitle(title: string): VersionTitle | undefined {
  const folded = foldCase(title);
  const marks = folded.match(mark) ?? [];
  const name = folded.replace(mark, ' ').replace(anySeparators, ' ').trim();
  if (marks.length === 0 || name === '') return undefined;
  return { name, marks, numbers: marks.flatMap((each) => (each.match(/\d+/g) ?? []).map(Number)) };
}

/** Returns a positive number if the first version is newer, a negative one if it is older. */
export function compareVersions(a: VersionTitle, b: VersionTitle): number {
  const length = Math.max(a.numbers.length, b.numbers.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
