import { expect, it } from '@jest/globals';
import { choosePassages } from './choose-passages.ts';

const passages = (count: number, tokens = 10) =>
  Array.from({ length: count }, (_, at) => ({ at, token_count: tokens }));
const chosen = (...args: Parameters<typeof choosePassages<{ at: number; token_count: number }>>) =>
  choosePassages(...args).map(({ at }) => at);

it('reads a short document whole', () => {
  expect(chosen(passages(4), 40)).toEqual([0, 1, 2, 3]);
});

it('reads a long document from its beginning to its end, at even distances', () => {
  expect(chosen(passages(12), 40)).toEqual([0, 3, 6, 9]);
});

it('reads nothing of passages that are all too long', () => {
  expect(chosen(passages(2, 50), 40)).toEqual([]);
});
