import { describe, expect, it } from '@jest/globals';
import { findOnPage } from './find-on-page.ts';

/** Returns the letters that each place covers, one string per range. */
function find(drawn: string, words: string): string[][] {
  return findOnPage(drawn, words).map((place) =>
    place.map(({ start, end }) => drawn.slice(start, end)),
  );
}

describe('words on a drawn page', () => {
  it('are found in a word that a line breaks, its hyphen left out', () => {
    expect(find('All know-\nledge is\u2010 \n old.', 'All knowledge is')).toEqual([
      ['All know', 'ledge is'],
    ]);
  });

  it('are found where some hyphens at the ends of lines are theirs', () => {
    expect(find('a well-\nknown know-\nledge', 'well-known knowledge')).toEqual([
      ['well-\nknown know', 'ledge'],
    ]);
  });

  it.each([
    ['in the middle of a line', 'a re-sent letter', 'a resent letter'],
    ['before a capital', 'Baden-\nBaden', 'BadenBaden'],
    ['before a number', 'page 1-\n2', 'page 12'],
    ['where two stand', 'know--\nledge', 'knowledge'],
    ['that the page lacks', 'wellknown', 'well-known'],
  ])('are not found by a hyphen %s', (_where, drawn, words) => {
    expect(find(drawn, words)).toEqual([]);
  });

  it('are found without the signs of raised text, notes and targets of links', () => {
    expect(find('6 x 108 of 1703 euro', '10^8 of 170 [note 3] euro')).toEqual([
      ['108 of 1703 euro'],
    ]);
    expect(find('the form, by post', 'form (https://a.b/c_(d)), by')).toEqual([['form, by']]);
    expect(find('x2+1 and a_b', 'x^(2+1) and')).toEqual([['x2+1 and']]);
    expect(find('x2+1 and a_b', 'and a_b')).toEqual([['and a_b']]);
  });

  it('keep the hyphens that they begin and end with', () => {
    expect(find('x - one -', '- one -')).toEqual([['- one -']]);
    expect(find('one', '- one')).toEqual([]);
    expect(find('- one -', 'one')).toEqual([['one']]);
  });

  it('are found each time they stand there', () => {
    expect(find('a b a-\nb', 'a b')).toHaveLength(2);
    expect(find('a', ' ')).toEqual([]);
  });
});
