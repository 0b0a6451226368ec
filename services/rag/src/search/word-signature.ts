import { foldCase, visitWords } from './plain-words.ts';

const unknown = 0;
const outside = 1;
const dependent = 2;

/** Class of each UTF-16 unit: one of the above, else its folded form if it is part of a word. */
const folds = new Uint16Array(0x1_0000);

/**
 * Units whose folded form may depend on their neighbours: marks, parts of Hangul syllables, the
 * final sigma.
 */
const joining = /[\p{M}\u1100-\u11ff\u03a3]/u;
const wordCharacter = /[\p{L}\p{N}]/u;

/** A compact set of a text's words: enough to see that most texts differ. */
export interface WordSignature {
  /** Each word sets one bit; several words may set the same. */
  readonly bits: Int32Array;
  /** Number of words, with repetitions. */
  readonly count: number;
}

const bitWords = 64;
const maxBit = bitWords * 32 - 1;

/** Computes the signature without creating strings: each unit is folded once for all texts. */
export function signWords(text: string): WordSignature {
  const bits = new Int32Array(bitWords);
  let count = 0;
  let number = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const fold = foldUnit(text.charCodeAt(at));
    if (fold === dependent) return signFolded(foldCase(text));
    if (fold !== outside) {
      number = addUnit(isInWord ? number : 0, fold);
      isInWord = true;
    } else if (isInWord) {
      setBit(bits, number);
      count += 1;
      isInWord = false;
    }
  }
  if (!isInWord) return { bits, count };
  setBit(bits, number);
  return { bits, count: count + 1 };
}

/**
 * Returns a lower bound of the different words that are in only one text; counted until it exceeds
 * `enough`.
 */
export function countDifferentWords(a: WordSignature, b: WordSignature, enough: number): number {
  let different = 0;
  for (let at = 0; at < bitWords && different <= enough; at += 1) {
    let left = (a.bits[at] as number) ^ (b.bits[at] as number);
    for (; left !== 0 && different <= enough; left &= left - 1) different += 1;
  }
  return different;
}

/**
 * Returns true if every word of a phrase may be in one of the texts; false if one is surely in
 * none.
 */
export function mayHoldWords(phrase: WordSignature, texts: readonly WordSignature[]): boolean {
  return phrase.bits.every((bits, at) => {
    const held = texts.reduce((all, text) => all | (text.bits[at] as number), 0);
    return (bits & ~held) === 0;
  });
}

function signFolded(folded: string): WordSignature {
  const bits = new Int32Array(bitWords);
  let count = 0;
  visitWords(folded, (start, end) => {
    let number = 0;
    for (let at = start; at < end; at += 1) number = addUnit(number, folded.charCodeAt(at));
    setBit(bits, number);
    count += 1;
  });
  return { bits, count };
}

function addUnit(number: number, unit: number): number {
  return (Math.imul(number, 31) + unit) | 0;
}

function setBit(bits: Int32Array, number: number): void {
  const bit = number & maxBit;
  bits[bit >> 5] = (bits[bit >> 5] as number) | (1 << (bit & 31));
}

function foldUnit(unit: number): number {
  if (folds[unit] === unknown) folds[unit] = findFold(unit);
  return folds[unit] as number;
}

function findFold(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return dependent;
  const character = String.fromCharCode(unit);
  const folded = foldCase(character);
  if (joining.test(character.normalize('NFKC')) || joining.test(folded)) return dependent;
  if (!wordCharacter.test(folded)) return outside;
  return folded.length === 1 ? folded.charCodeAt(0) : dependent;
}
