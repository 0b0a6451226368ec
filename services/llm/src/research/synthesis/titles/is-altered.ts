import { countShared, endsBefore } from './read-titled.ts';
import type { Token } from './read-tokens.ts';
import { isHeld } from './title-words.ts';

/** A title shorter than this is a phrase that anybody may begin with. */
const minTitle = 6;
const minStart = 4;

/** Whether a claim begins to tell a title and goes on with words that the record does not have. */
export function isAltered(
  claim: readonly Token[],
  title: readonly Token[],
  held: readonly Token[],
): boolean {
  if (title.length < minTitle) return false;
  return claim.some(({ word }, from) => {
    if (word !== title[0]?.word) return false;
    const rest = claim.slice(from, from + title.length);
    const shared = countShared(rest, title);
    if (shared < minStart || shared === title.length) return false;
    let end = shared;
    while (end < rest.length && !endsBefore(rest, end)) end += 1;
    return !rest.slice(shared, end).every((token) => isHeld(token, held));
  });
}
