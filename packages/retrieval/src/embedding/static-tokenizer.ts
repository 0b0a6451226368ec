import { hashSeed, nextHash, noWord, type StaticVocabulary } from './static-vocabulary.ts';

const unknownCost = 120;
const minPartLength = 3;
const runPattern = /[\p{L}\p{M}]+|\p{Nd}/gu;

/** A run of letters longer than this is cut, which bounds the memory that one run can take. */
const maxRunLength = 4096;

/**
 * Calls `visit` for every word of the vocabulary in the text, in order. A run of letters that is
 * not a word itself is laid out with words at the lowest total cost; characters that no word
 * covers are passed over. scripts/distill/tokenizer.py is the same algorithm, step for step.
 */
export function forEachWord(
  text: string,
  vocabulary: StaticVocabulary,
  visit: (word: number) => void,
): void {
  const normalised = text.normalize('NFKC').toLowerCase();
  for (const match of normalised.matchAll(runPattern)) {
    const end = match.index + match[0].length;
    for (let start = match.index; start < end; start += maxRunLength) {
      const stop = Math.min(end, start + maxRunLength);
      const word =
        stop - start > vocabulary.maxWordLength ? noWord : vocabulary.find(normalised, start, stop);
      if (word === noWord) visitParts({ text: normalised, start, stop }, vocabulary, visit);
      else visit(word);
    }
  }
}

interface Run {
  readonly text: string;
  readonly start: number;
  readonly stop: number;
}

function visitParts(
  { text, start, stop }: Run,
  vocabulary: StaticVocabulary,
  visit: (word: number) => void,
): void {
  const length = stop - start;
  const best = new Int32Array(length + 1).fill(0x7fffffff);
  const cameFrom = new Int32Array(length + 1);
  const wordAt = new Int32Array(length + 1).fill(noWord);
  best[0] = 0;
  for (let from = 0; from < length; from += 1) {
    const spent = best[from] as number;
    const minSize = isUnspaced(text.charCodeAt(start + from)) ? 1 : minPartLength;
    const maxSize = Math.min(vocabulary.maxWordLength, length - from);
    let hash = hashSeed;
    for (let size = 1; size <= maxSize; size += 1) {
      const end = start + from + size;
      hash = nextHash(hash, text.charCodeAt(end - 1));
      if (size < minSize) continue;
      const word = vocabulary.findHashed(hash, text, start + from, end);
      if (word === noWord) continue;
      const cost = spent + vocabulary.costOf(word);
      if (cost < (best[from + size] as number)) {
        best[from + size] = cost;
        cameFrom[from + size] = from;
        wordAt[from + size] = word;
      }
    }
    if (spent + unknownCost < (best[from + 1] as number)) {
      best[from + 1] = spent + unknownCost;
      cameFrom[from + 1] = from;
      wordAt[from + 1] = noWord;
    }
  }
  const parts: number[] = [];
  for (let at = length; at > 0; at = cameFrom[at] as number) {
    if (wordAt[at] !== noWord) parts.push(wordAt[at] as number);
  }
  for (const word of parts.reverse()) visit(word);
}

/** True for scripts without spaces between words, or whose characters are syllables or words. */
function isUnspaced(code: number): boolean {
  return code >= 0x2e80 || (code >= 0x0e00 && code < 0x10a0) || (code >= 0x1780 && code < 0x1800);
}
