import { monthPattern } from '../frame/read-moment.ts';

/** A word that is written large in the middle of a sentence. */
const namePattern = /(?<=[\p{L}\p{N},)]['’"”]?\s+["“'‘(]?)\p{Lu}[\p{L}\p{M}\p{N}]+/gu;
const plain = new RegExp(
  `^(?:${monthPattern}|[ivx]+|phase|stud(?:y|ies)|trials?|patients?|pubmed|clinicaltrials|pmids?|doi|nct|фаз\\p{L}*)$`,
  'iu',
);
/** Endings of a case or a plural are not looked at. */
const maxEnding = 3;
const minStem = 4;

/**
 * A name in a claim, of a sponsor, a country or a medicine, that the text does not hold. Names in a
 * script that the text is not written in are left alone.
 */
export function findWrongName(claim: string, held: string): string | undefined {
  const named = (claim.match(namePattern) ?? []).filter((name) => !plain.test(name));
  if (named.length === 0) return undefined;
  const known = [...new Set(held.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu))];
  const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u].filter((one) => one.test(held));
  const wrong = named.find((name) => {
    if (!scripts.some((script) => script.test(name))) return false;
    const lower = name.toLowerCase();
    const stem = lower.slice(0, Math.max(minStem, lower.length - maxEnding));
    return !known.some((word) => word.startsWith(stem) || isShortOf(word, lower));
  });
  return wrong && `name ${wrong}`;
}

/** Whether a name is a word of the text with an ending. */
function isShortOf(word: string, name: string): boolean {
  return word.length >= minStem && name.startsWith(word);
}
