import { newStemmer } from 'snowball-stemmers';
import { foldLetters } from './fold-letters.ts';
import type { Language } from './stop-words.ts';

/** Languages with a stemmer. */
export type StemmedLanguage = Language | 'arabic';

const rememberedWords = 50_000;
const maxStemmedWordLength = 40;

const cliticBefore =
  /^(?:[cdjlmnst]|qu|lorsqu|puisqu|un|gl|all|dall|dell|nell|sull|quest|quell)['’]/;
const possessive = /['’]s$/;
const apostropheMarks = /['’]/g;

/**
 * Stems words of one language by Snowball and drops accents from the stem. Caches the latest stems;
 * a stemmer call costs a hundred look-ups.
 */
export class WordStemmer {
  readonly #stemmer: ReturnType<typeof newStemmer>;
  readonly #stems = new Map<string, string>();

  constructor(language: StemmedLanguage) {
    this.#stemmer = newStemmer(language);
  }

  /** Returns the stem of a normalised word without apostrophes. Never empty. */
  stem(word: string): string {
    const remembered = this.#stems.get(word);
    if (remembered !== undefined) return remembered;
    const stemmed =
      word.length > maxStemmedWordLength ? word : this.#stemmer.stem(word).trim() || word;
    const stem = foldLetters(stemmed);
    if (this.#stems.size >= rememberedWords) this.#stems.clear();
    this.#stems.set(word, stem);
    return stem;
  }
}

/** Removes apostrophes: `l'homme` → `homme`, `Newton's` → `Newton`, `don't` → `dont`. */
export function withoutApostrophes(word: string): string {
  if (!word.includes("'") && !word.includes('’')) return word;
  return word.replace(cliticBefore, '').replace(possessive, '').replace(apostropheMarks, '');
}
