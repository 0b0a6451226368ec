import { describe, expect, it } from '@jest/globals';
import { placeWords } from './place-words.ts';

/** Words of lines of a page, each letter of which is ten wide. */
const boxesOf = (...lines: readonly { left?: number; top: number; text: string }[]) =>
  lines.flatMap(({ left = 0, top, text }) =>
    [...text.matchAll(/\S+/g)].map(([word], at) => ({
      text: word,
      left: left + at * 100,
      top,
      width: word.length * 10,
      height: 12,
      angle: 0,
    })),
  );

const placed = (text: string, boxes: ReturnType<typeof boxesOf>) =>
  placeWords(text, boxes).map(({ word: { left, top }, start, end }) => [
    text.slice(start, end),
    left,
    top,
  ]);

describe('places of recognised words', () => {
  it('follows columns that were recognised row by row', () => {
    const boxes = boxesOf(
      { top: 0, text: 'the fee' },
      { left: 500, top: 0, text: 'the lamp' },
      { top: 20, text: 'is due' },
      { left: 500, top: 20, text: 'is lit' },
    );
    expect(placed('the fee is due\n\nthe lamp is lit', boxes)).toEqual([
      ['the', 0, 0],
      ['fee', 100, 0],
      ['is', 0, 20],
      ['due', 100, 20],
      ['the', 500, 0],
      ['lamp', 600, 0],
      ['is', 500, 20],
      ['lit', 600, 20],
    ]);
  });

  it('finds a word that a line end breaks, and lines that are joined without a space', () => {
    const boxes = boxesOf({ top: 0, text: 'know-' }, { top: 20, text: 'ledge 会费分' });
    const joined = boxesOf({ top: 40, text: '两次' });
    expect(placed('knowledge 会费分两次', [...boxes, ...joined])).toEqual([
      ['know', 0, 0],
      ['ledge', 0, 20],
      ['会费分', 100, 20],
      ['两次', 0, 40],
    ]);
  });

  it('leaves out a word whose letters differ, and goes on behind it', () => {
    const boxes = boxesOf({ top: 0, text: 'costs 105 euros' });
    expect(placed('costs 10^5 euros', boxes).map(([word]) => word)).toEqual(['costs', 'euros']);
  });
});
