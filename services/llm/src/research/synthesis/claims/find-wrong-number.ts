import { readNumber, writtenNumber } from '../../frame/read-number.ts';

const numberPattern = /\p{N}+(?:[,\u00a0 ]\p{N}{3})*(?:\.\p{N}+)?/gu;

/** A number, in digits or in words, that neither a record nor a count of the suite's own holds. */
export function findWrongNumber(
  claim: string,
  held: string,
  counts: ReadonlySet<string>,
): string | undefined {
  const known = new Set([...readNumbers(held), ...readNumberWords(held)]);
  const wrong = [...readNumbers(claim), ...readNumberWords(claim)].find(
    (number) => !known.has(number) && !counts.has(number),
  );
  return wrong && `number ${wrong}`;
}

function readNumbers(text: string): string[] {
  const plain = text.replaceAll('·', '.');
  return (plain.match(numberPattern) ?? []).map((number) => number.replaceAll(/[,\u00a0 ]/g, ''));
}

const numberWord = new RegExp(`(?<![\\p{L}\\p{N}])(?:${writtenNumber})(?![\\p{L}\\p{N}])`, 'giu');

/** From two on: `one` also stands for no number. */
function readNumberWords(text: string): string[] {
  return (text.match(numberWord) ?? [])
    .filter((word) => !/\d/.test(word))
    .map(readNumber)
    .filter((number) => number > 1)
    .map(String);
}
