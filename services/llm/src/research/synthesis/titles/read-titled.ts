import { readTokens, type Token } from './read-tokens.ts';
import { isJoining, isVerb } from './title-words.ts';

const titled =
  /\b(?:titled|entitled|headed)\b[\s:,]*|\btitles?\b(?:\s+of\b[^.:;"“«]{1,60}?)?(?:\s+(?:is|was|reads)\b|:)[\s:,]*|(?<!\p{L})(?:озаглавлен\p{L}*|под\s+(?:названием|заголовком)|(?:название|заголовок)[^.;«"“]{0,60}?[—–:])[\s:,—–]*/giu;

/** What stands behind words such as "titled". */
export function listTitled(claim: string): readonly string[] {
  return [...claim.matchAll(titled)].map(({ 0: found, index }) =>
    claim.slice(index + found.length),
  );
}

/** Fewer words of a title are no short form of it. */
const minShared = 4;

/** Whether a text begins with one of the titles, whole or as far as it goes. */
export function startsWithTitle(text: string, titles: readonly (readonly Token[])[]): boolean {
  const tokens = readTokens(text);
  return titles.some((title) => {
    const shared = countShared(tokens, title);
    return shared === title.length || (shared >= minShared && endsBefore(tokens, shared));
  });
}

export function countShared(tokens: readonly Token[], title: readonly Token[]): number {
  const other = title.findIndex(({ word }, index) => tokens[index]?.word !== word);
  return other === -1 ? title.length : other;
}

/** Whether a title may end before this word: at a mark, or where a sentence goes on. */
export function endsBefore(tokens: readonly Token[], position: number): boolean {
  const next = tokens[position];
  if (next === undefined || isVerb(next) || isJoining(next)) return true;
  return /[^\s\p{Pd}'’/]|\s\p{Pd}\s/u.test(next.gap);
}
