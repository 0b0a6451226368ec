import { expect, it } from '@jest/globals';
import { findInText, pieceBreak, toFindPattern } from './find-in-text.ts';

const find = (query: string, ...texts: readonly string[]) => {
  let start = 0;
  const pages = texts.map((text, index) => {
    const page = { page: index + 1, text, start };
    start += Array.from(text).length + 1;
    return page;
  });
  const pattern = toFindPattern(query);
  return pattern ? findInText(pages, pattern) : [];
};

it('finds words in any case and across line breaks, page by page', () => {
  expect(find('blue  Whale', 'A Blue\nwhale.', 'No. BLUE WHALE, blue whale')).toEqual([
    { start: 2, end: 12, page: 1, rank: 0 },
    { start: 18, end: 28, page: 2, rank: 0 },
    { start: 30, end: 40, page: 2, rank: 1 },
  ]);
});

it('counts in code points', () => {
  expect(find('end', '🐋🐋 end')).toEqual([{ start: 3, end: 6, page: 1, rank: 0 }]);
});

it('takes signs as they are written', () => {
  expect(find('f(x) = [a-b]*', 'so f(x) = [a-b]* holds')).toHaveLength(1);
  expect(find('.', 'no stop')).toEqual([]);
  expect(find('/', 'and/or')).toHaveLength(1);
});

it('finds words that are cut into pieces or by a hyphen at the end of a line', () => {
  expect(find('knowledge base', `know-\nled${pieceBreak}ge${pieceBreak}base`)).toHaveLength(1);
  expect(find('the', 'a t he')).toEqual([]);
});

it('finds nothing for blanks', () => {
  expect(toFindPattern('  ')).toBeUndefined();
});
