import type { TextDocument } from '@lectern/contracts';
import type { Random } from '../faults/random.ts';

const syllables = ['ka', 'lo', 'mi', 'ne', 'ru', 'sta', 'ter', 'vo', 'wen', 'zu'];
const paragraphs = 12;
const wordsAParagraph = 60;

/** A word that no other document has: a search for it has one right answer. */
export function markOf(number: number): string {
  const digits = [...String(number).padStart(4, '0')].map(Number);
  return `qua${digits.map((digit) => syllables[digit]).join('')}`;
}

/** Texts of a few chunks each, with the mark of its number in the first and in the last. */
export function createMarkedDocuments(from: number, count: number, random: Random): TextDocument[] {
  const word = () =>
    Array.from({ length: 3 }, () => syllables[Math.floor(random() * syllables.length)]).join('');
  const paragraph = () => `${Array.from({ length: wordsAParagraph }, word).join(' ')}.`;
  return Array.from({ length: count }, (_, at) => {
    const mark = markOf(from + at);
    const body = Array.from({ length: paragraphs }, paragraph).join('\n\n');
    return {
      external_id: `sample-${from + at}`,
      title: `Entry ${from + at}`,
      text: `The mark is ${mark}.\n\n${body}\n\nThe end of ${mark}.`,
    };
  });
}
