import { expect, it } from '@jest/globals';
import { openCommonWords } from './common-words.ts';

it('tells usual words of some language from slips, frequent misspellings among them', async () => {
  const isCommonWord = await openCommonWords();
  const words = ['renal', 'football', 'licence', 'tightened', 'правительство', 'bibliothèque'];
  expect(words.filter(isCommonWord)).toEqual(words);
  const slips = ['hydralic', 'presure', 'recieve', 'goverment', 'seperate', 'tommorow', 'карова'];
  expect(slips.filter(isCommonWord)).toEqual([]);
  expect(isCommonWord('a'.repeat(1_000))).toBe(false);
});
