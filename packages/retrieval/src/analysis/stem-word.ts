import { newStemmer } from 'snowball-stemmers';
import type { Language } from './stop-words.ts';

const REMEMBERED_WORDS = 50_000;
const LONGEST_STEMMED_WORD = 40;
const ACCENTS = /[\u0300-\u036f]/g;
const ACCENTED_SCRIPTS = /[\u00c0-\u024f\u0370-\u03ff\u1e00-\u1fff]/;

const CLITIC_BEFORE =
  /^(?:[cdjlmnst]|qu|lorsqu|puisqu|un|gl|all|dall|dell|nell|sull|quest|quell)['’]/;
const POSSESSIVE = /['’]s$/;
const APOSTROPHES = /['’]/g;

/**
 * Stems words of one language by Snowball and drops accents from the stem. Remembers the stems of
 * the words last seen; a stemmer call costs a hundred look-ups.
 */
export class WordStemmer {
  readonly #stemmer: ReturnType<typeof newStemmer>;
  readonly #stems = new Map<string, string>();

  constructor(language: Language) {
    this.#stemmer = newStemmer(language);
  }

  /** The stem of a normalised word without apostrophes. Never empty. */
  stem(word: string): string {
    const remembered = this.#stems.get(word);
    if (remembered !== undefined) return remembered;
    const stemmed =
      word.length > LONGEST_STEMMED_WORD ? word : this.#stemmer.stem(word).trim() || word;
    const stem = withoutAccents(stemmed);
    if (this.#stems.size >= REMEMBERED_WORDS) this.#stems.clear();
    this.#stems.set(word, stem);
    return stem;
  }
}

/** `l'homme` → `homme`, `Newton's` → `Newton`, `don't` → `dont`. */
export function withoutApostrophes(word: string): string {
  if (!word.includes("'") && !word.includes('’')) return word;
  return word.replace(CLITIC_BEFORE, '').replace(POSSESSIVE, '').replace(APOSTROPHES, '');
}

/** Drops accents of Latin and Greek letters. Cyrillic й and other scripts' marks stay. */
export function withoutAccents(word: string): string {
  if (!ACCENTED_SCRIPTS.test(word)) return word;
  return word.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
}
