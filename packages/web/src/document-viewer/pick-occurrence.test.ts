import { describe, expect, it } from '@jest/globals';
import { pickOccurrence } from './pick-occurrence.ts';

const parsed = 'See below. It rains. See below.';

describe('the place of a quote on a drawn page', () => {
  it('is the one of the same rank as in the parsed text', () => {
    const drawn = 'See  below. It\nrains. See\nbelow.';
    expect(pickOccurrence(drawn, parsed, { text: 'See below.', index: 21 })).toEqual([
      { start: 22, end: 32 },
    ]);
  });

  it('is none where the page has the words more often than the text', () => {
    const drawn = `See below. ${parsed}`;
    expect(pickOccurrence(drawn, parsed, { text: 'See below.', index: 0 })).toBeUndefined();
  });

  it('is none where the page lacks the words', () => {
    expect(pickOccurrence('', parsed, { text: 'It rains.', index: 11 })).toBeUndefined();
  });
});
