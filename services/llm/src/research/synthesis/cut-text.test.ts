import { describe, expect, it } from '@jest/globals';
import { cutList, cutText } from './cut-text.ts';

describe('cutting texts to be shown', () => {
  it.each([
    ['1,062 participants', 40, '1,062 participants'],
    ['It enrolled 1,062 participants', 14, 'It enrolled …'],
    ['one two  three', 9, 'one two …'],
    ['abcdefghij', 5, 'abcd …'],
  ])('keeps the beginning and whole words: %s in %i', (text, length, cut) => {
    expect(cutText(text, length)).toBe(cut);
  });

  it('keeps whole names of a list', () => {
    expect(cutList(['Shi FH', 'Li H', 'Cui M'], 12)).toBe('Shi FH, Li H, et al.');
    expect(cutList(['Shi FH', 'Li H'], 12)).toBe('Shi FH, Li H');
  });
});
