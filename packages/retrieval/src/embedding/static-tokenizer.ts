import { noWord, type StaticVocabulary } from './static-vocabulary.ts';
import { Stretch } from './stretch.ts';

const unknownCost = 120;
const minPartLength = 3;
const runPattern = /[\p{L}\p{M}]+|\p{Nd}/gu;

/** Maximum length of a run of letters; longer ones are cut, which bounds the memory for a run. */
const maxRunLength = 4096;

/**
 * Calls `visit` for every word of the vocabulary in the text, in order. A run of letters that is
 * not a word itself is split into words at the lowest total cost; characters that no word covers
 * are skipped. bench/distillation/tokenizer.py is the same algorithm, step for step.
 */
export function forEachWord(
  text: string,
  vocabulary: StaticVocabulary,
  visit: (word: number) => void,
): void {
  const normalised = text.normalize('NFKC').toLowerCase();
  const stretch = new Stretch(normalised);
  for (const match of normalised.matchAll(runPattern)) {
    const end = match.index + match[0].length;
    for (let start = match.index; start < end; start += maxRunLength) {
      const stop = Math.min(end, start + maxRunLength);
      stretch.moveTo(start);
      stretch.growTo(stop);
      const word = stop - start > vocabulary.maxWordLength ? noWord : vocabulary.find(stretch);
      if (word === noWord) visitParts(stretch, vocabulary, visit);
      else visit(word);
    }
  }
}

/** Visits the parts of a run. Moves the stretch within itself. */
function visitParts(
  stretch: Stretch,
  vocabulary: StaticVocabulary,
  visit: (word: number) => void,
): void {
  const { text, start } = stretch;
  const length = stretch.end - start;
  const best = new Int32Array(length + 1).fill(0x7fffffff);
  const cameFrom = new Int32Array(length + 1);
  const wordAt = new Int32Array(length + 1).fill(noWord);
  best[0] = 0;
  for (let from = 0; from < length; from += 1) {
    const spent = best[from] as number;
    const minSize = isUnspaced(text.charCodeAt(start + from)) ? 1 : minPartLength;
    const maxSize = Math.min(vocabulary.maxWordLength, length - from);
    stretch.moveTo(start + from);
    for (let size = minSize; size <= maxSize; size += 1) {
      stretch.growTo(start + from + size);
      const word = vocabulary.find(stretch);
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

/**
 * Returns true for scripts without spaces between words, or with a character for each syllable or
 * word.
 */
function isUnspaced(code: number): boolean {
  return code >= 0x2e80 || (code >= 0x0e00 && code < 0x10a0) || (code >= 0x1780 && code < 0x1800);
}
