import { describe, expect, it } from '@jest/globals';
import { joinPages, locatePassage } from './locate-passage.ts';

const pages = [
  { page: 1, text: '😀 One fish.', start: 0 },
  { page: 2, text: 'Two fish. One more.', start: 12 },
];

describe('a passage', () => {
  it('is where it was, by code points over all pages', () => {
    expect(joinPages(pages)).toBe('😀 One fish. Two fish. One more.');
    expect(locatePassage(pages, { start: 12, end: 21, quote: 'Two  fish.' })).toEqual({
      start: 12,
      end: 21,
    });
  });

  it('is found again when the text before it has changed', () => {
    expect(locatePassage(pages, { start: 0, end: 9, quote: 'One more.' })).toEqual({
      start: 22,
      end: 31,
    });
  });

  it.each([
    ['stands there twice', 'fish.'],
    ['is gone', 'Three fish.'],
  ])('is nowhere when it %s', (_, quote) => {
    expect(locatePassage(pages, { start: 0, end: 3, quote })).toBeUndefined();
  });
});
