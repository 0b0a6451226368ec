import { describe, expect, it } from '@jest/globals';
import { splitRow } from './split-row.ts';

describe('a row of a table', () => {
  it.each(['| a | b c |', 'a | b', 'a\tb\t', '|  | x |', '| 😀 | y |'])(
    'is its cells and bars: %j',
    (line) => {
      const pieces = splitRow(line, 5).flatMap(({ before, words, after }) => [
        before,
        words,
        after,
      ]);
      expect(pieces.map(({ text }) => text).join('')).toBe(line);
      for (const { text, start } of pieces) {
        expect([...line].slice(start - 5, start - 5 + [...text].length).join('')).toBe(text);
      }
    },
  );

  it('leaves the bars out of the words', () => {
    expect(splitRow('| a | b c |', 0).map(({ words }) => words.text)).toEqual(['a', 'b c']);
  });
});
