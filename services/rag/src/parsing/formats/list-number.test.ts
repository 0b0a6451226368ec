import { describe, expect, it } from '@jest/globals';
import { formatListNumber, ListCounter, type ListLevel } from './list-number.ts';

describe('formatListNumber', () => {
  it.each([
    [4, 'decimal', '4'],
    [4, 'lowerLetter', 'd'],
    [28, 'lowerLetter', 'bb'],
    [1994, 'upperRoman', 'MCMXCIV'],
    [3, 'ordinal', '3rd'],
    [7, 'decimalZero', '07'],
    [8, '001', '008'],
    [2, 'lowerGreek', 'β'],
    [12, 'japaneseCounting', '十二'],
    [2, 'none', ''],
  ])('shows %d in %s as %s', (value, style, text) => {
    expect(formatListNumber(value, style)).toBe(text);
  });
});

const level = (style: string, text: string, more: Partial<ListLevel> = {}): ListLevel => ({
  style,
  text,
  start: 1,
  ...more,
});

describe('ListCounter', () => {
  it('numbers clauses with the clauses above them', () => {
    const levels = [
      level('decimal', '%1.'),
      level('decimal', '%1.%2'),
      level('lowerLetter', '(%3)'),
      level('lowerRoman', '(%4)'),
    ];
    const counter = new ListCounter();
    const markers = [0, 1, 0, 1, 1, 2, 2, 3, 3, 0, 1].map((depth) => counter.next(levels, depth));
    expect(markers).toEqual([
      '1.',
      '1.1',
      '2.',
      '2.1',
      '2.2',
      '2.2(a)',
      '2.2(b)',
      '2.2(b)(i)',
      '2.2(b)(ii)',
      '3.',
      '3.1',
    ]);
  });

  it('starts, restarts and goes on as the levels say', () => {
    const levels = [
      level('upperRoman', 'Article %1', { start: 4 }),
      level('decimal', '§ %2', { restartAfter: 0 }),
      level('decimal', '%1.%3', { isLegal: true }),
      level('bullet', '•'),
    ];
    const counter = new ListCounter();
    const markers = [0, 1, 0, 1, 2, 3].map((depth) => counter.next(levels, depth));
    expect(markers).toEqual(['Article IV', '§ 1', 'Article V', '§ 2', '5.1', '-']);
    expect(counter.next(levels, 0, 9)).toBe('Article IX');
  });
});
