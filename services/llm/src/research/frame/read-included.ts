import { known, recordNoun } from './found-filter.ts';
import { readPhases } from './read-phases.ts';
import { readPublicationTypes, readStatuses } from './read-trial-filters.ts';

const article =
  '(?:(?:the|all|any|those|ones|that|which|are|were|have been|тех|те|все|всех|котор[а-яё]*)\\s+)*';
const several = `${known}(?:(?:\\s*,\\s*|\\s*,?\\s+(?:and|or|и|или)\\s+)${known})*`;
const records = `(?:\\s+${recordNoun})?`;
/** The word before, which turns an inclusion into its opposite, or into all that is wanted. */
const not = "(?<!(?:not|never|without|do|n['’]t|only|please|must|should|не|без|только)\\s+)";
const also = new RegExp(
  `(?<![\\p{L}])${not}(?:including|(?:and|or)\\s+(?:also|even)|even|включая|(?:а|и)\\s+также|в\\s+том\\s+числе|даже)\\s+(?<of>${article}${several}${records})`,
  'giu',
);
/** `Recruiting or not yet recruiting` names two. */
const orNot = new RegExp(
  `(?<![\\p{L}])(?:whether\\s+|either\\s+)?${known}\\s+(?:or\\s+not|or\\s+otherwise|или\\s+нет?)(?=\\s*(?:$|[.,;:?!)])|\\s+(?:${recordNoun}|(?:in|of|for|on|with|about|since|в|о|об|по|при|для|у|с)\\s))`,
  'giu',
);

/**
 * The text without what it only lets in: `including the withdrawn ones`, `completed or not`. As
 * filters these would leave out all others. Where it asks for others of the same kind by name
 * (`recruiting trials, including those not yet recruiting`), it asks for both, and stays.
 */
export function withoutIncluded(text: string): string {
  const decided = text.replaceAll(orNot, ' ');
  return decided.replaceAll(also, (match, ...groups) => {
    const { of } = groups.at(-1) as { of: string };
    const others = decided.replace(match, ' ');
    return kinds.some((isOf) => isOf(of) && isOf(others)) ? match : ' ';
  });
}

const kinds: readonly ((text: string) => boolean)[] = [
  (text) => readStatuses(text).values.length > 0,
  (text) => readPhases(text).values.length > 0,
  (text) => readPublicationTypes(text).values.length > 0,
];
