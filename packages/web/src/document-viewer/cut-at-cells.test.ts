import { describe, expect, it } from '@jest/globals';
import { cutAtCells } from './cut-at-cells.ts';

const text = '| 😀 Day | Open |\n|---|---|\n| Mon |  |\n';
const table = {
  start: 5,
  end: 43,
  columns: ['😀 Day', 'Open'],
  rows: [
    {
      is_header: true,
      cells: [
        { start: 7, end: 12 },
        { start: 15, end: 19 },
      ],
    },
    {
      is_header: false,
      cells: [
        { start: 34, end: 37 },
        { start: 40, end: 40 },
      ],
    },
  ],
};

describe('the text of a table', () => {
  const rows = cutAtCells({ text, start: 5, table });

  it('is cut at its cells', () => {
    expect(rows.map(({ isHeader, cells }) => [isHeader, ...cells.map(({ words }) => words.text)])) //
      .toEqual([
        [true, '😀 Day', 'Open'],
        [false, 'Mon', ''],
      ]);
  });

  it('is whole in its pieces, each at its offset', () => {
    const pieces = rows.flatMap(({ cells, after }) => [
      ...cells.flatMap(({ before, words }) => [before, words]),
      after,
    ]);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    for (const piece of pieces) {
      const from = piece.start - 5;
      expect([...text].slice(from, from + [...piece.text].length).join('')).toBe(piece.text);
    }
  });

  it('holds together where only a part of it is there', () => {
    const part = cutAtCells({ text: 'Open |\n|---|---|\n| Mon', start: 15, table });
    const pieces = part.flatMap(({ cells, after }) => [
      ...cells.flatMap(({ before, words }) => [before.text, words.text]),
      after.text,
    ]);
    expect(pieces.join('')).toBe('Open |\n|---|---|\n| Mon');
  });
});
