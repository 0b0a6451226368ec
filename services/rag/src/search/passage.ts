import type { Analyzer } from '@lectern/retrieval';
import { toPlainWords } from './plain-words.ts';
import { countDifferentWords, type WordSignature } from './word-signature.ts';

/** Two passages are duplicates if nine of ten of their different words are in both. */
const [shared, of] = [9, 10];
/** Shorter passages, such as headings and rows, are duplicates only if every word is the same. */
const minWords = 12;

/** A text that is compared with many others, nearly all of which differ. */
export class Passage {
  readonly #text: string;
  readonly #signature: WordSignature;
  readonly #analyzer: Analyzer;
  #words: Words | undefined;
  #signs: string | undefined;

  constructor(text: string, signature: WordSignature, analyzer: Analyzer) {
    this.#text = text;
    this.#signature = signature;
    this.#analyzer = analyzer;
  }

  /** Returns true if two passages are the same except for some words. */
  hasSameTextAs(other: Passage): boolean {
    if (this.#text === other.#text) return true;
    if (areFarApart(this.#signature, other.#signature)) return false;
    this.#words ??= readWords(this.#text);
    other.#words ??= readWords(other.#text);
    return areSame(this.#words, other.#words) && this.#readSigns() === other.#readSigns();
  }

  /** Terms that differ only by a sign: `HER2+`, `-80`, `≥40`. */
  #readSigns(): string {
    this.#signs ??= this.#analyzer.analyzeDocument(this.#text).filter(hasSign).join(' ');
    return this.#signs;
  }
}

/** Returns true if more words are in only one text than any count of shared ones allows. */
function areFarApart(a: WordSignature, b: WordSignature): boolean {
  const maxDifferent = (Math.min(a.count, b.count) * (of - shared)) / shared;
  return countDifferentWords(a, b, maxDifferent) > maxDifferent;
}

const sign = /[^\p{L}\p{M}\p{N}.]/u;

function hasSign(term: string): boolean {
  return sign.test(term);
}

interface Words {
  readonly plain: string;
  /** Passages with different numbers or single letters are not duplicates. */
  readonly numbers: string;
  readonly set: ReadonlySet<string>;
}

function readWords(text: string): Words {
  const plain = toPlainWords(text);
  const words = plain.trim().split(' ');
  const numbers = words.filter((word) => word.length === 1 || /\p{N}/u.test(word)).join(' ');
  return { plain, numbers, set: new Set(words) };
}

function areSame(a: Words, b: Words): boolean {
  if (a.plain === b.plain) return true;
  if (a.numbers !== b.numbers) return false;
  if (Math.min(a.set.size, b.set.size) < minWords) return false;
  return areAlike(a.set, b.set);
}

/** Returns true if two sets share enough of their union. */
function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let missed = 0;
  const areTooFew = () => (small.size - missed) * of < (large.size + missed) * shared;
  if (areTooFew()) return false;
  for (const each of small) {
    if (large.has(each)) continue;
    missed += 1;
    if (areTooFew()) return false;
  }
  return true;
}
