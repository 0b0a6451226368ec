import { foldCase, visitWords } from './plain-words.ts';

const unknown = 0;
const outside = 1;
const dependent = 2;

/** By UTF-16 unit: one of the above, else its form in the folded text, where it is part of a word. */
const folds = new Uint16Array(0x1_0000);

/** Its form may depend on what stands beside it: marks, parts of Hangul syllables, the final sigma. */
const joining = /[\p{M}\u1100-\u11ff\u03a3]/u;
const wordCharacter = /[\p{L}\p{N}]/u;

/**
 * The different words of a text as numbers, without cutting it into strings: each unit is folded
 * once for all texts. Two equal words have one number; two that differ may have one too.
 */
export function numberWords(text: string): Set<number> {
  const numbers = new Set<number>();
  let number = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const fold = foldUnit(text.charCodeAt(at));
    if (fold === dependent) return numberFolded(foldCase(text));
    if (fold !== outside) number = addUnit(isInWord ? number : 0, fold);
    else if (isInWord) numbers.add(number);
    isInWord = fold !== outside;
  }
  if (isInWord) numbers.add(number);
  return numbers;
}

function numberFolded(folded: string): Set<number> {
  const numbers = new Set<number>();
  visitWords(folded, (start, end) => {
    let number = 0;
    for (let at = start; at < end; at += 1) number = addUnit(number, folded.charCodeAt(at));
    numbers.add(number);
  });
  return numbers;
}

function addUnit(number: number, unit: number): number {
  return (Math.imul(number, 31) + unit) & 0x3fff_ffff;
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
