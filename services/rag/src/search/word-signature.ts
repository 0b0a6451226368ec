import { foldCase, visitWords } from './plain-words.ts';

/** A compact set of a text's words: enough to see that most texts differ. */
export interface WordSignature {
  /** Each word sets one bit; several words may set the same. */
  readonly bits: Int32Array;
  /** Number of words, with repetitions. */
  readonly count: number;
}

const bitWords = 64;
const maxBit = bitWords * 32 - 1;

/** Computes the signature without creating a string for each word. */
export function signWords(text: string): WordSignature {
  const folded = foldCase(text);
  const bits = new Int32Array(bitWords);
  let count = 0;
  visitWords(folded, (start, end) => {
    let number = 0;
    for (let at = start; at < end; at += 1) {
      number = (Math.imul(number, 31) + folded.charCodeAt(at)) | 0;
    }
    const bit = number & maxBit;
    bits[bit >> 5] = (bits[bit >> 5] as number) | (1 << (bit & 31));
    count += 1;
  });
  return { bits, count };
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
