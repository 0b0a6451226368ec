import type { Analyzer } from '@lectern/retrieval';
import { foldCase } from './plain-words.ts';

/** Chinese characters may be in another form in the text. */
const lettersAlone = /^[\p{L}--\p{sc=Han}]+$/v;
/** Stems differ from the ends of their words by two letters at most. */
const changedLetters = 2;
/**
 * The analyser drops or replaces these, so that a stem's letters may not be in the text: invisible
 * characters, and letters with accents, including Greek ones.
 */
const dropped =
  /[\u00ad\u200b-\u200d\u2060\ufeff\u0640\u00df-\u024f\u0370-\u03ff\u1e00-\u1fff]|\p{M}/u;
const apostrophes = /['’]/g;

/** Creates a test whether a text contains each of the terms, in any form of their words. */
export function createTermsTest(
  terms: readonly string[],
  analyzer: Analyzer,
): (text: string) => boolean {
  const heads = terms
    .filter((term) => lettersAlone.test(term))
    .map((term) => term.slice(0, Math.max(1, term.length - changedLetters)));
  // Most texts lack one of them, which costs a hundredth of analysing the text.
  const mayHold = (text: string): boolean => {
    const folded = foldCase(text).replace(apostrophes, '').replaceAll('ё', 'е');
    return dropped.test(folded) || heads.every((head) => folded.includes(head));
  };
  return (text) => {
    if (!mayHold(text)) return false;
    const held = new Set(analyzer.analyzeDocument(text));
    return terms.every((term) => held.has(term));
  };
}
