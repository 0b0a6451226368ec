import { describe, expect, it } from '@jest/globals';
import { letterOf } from './letter-of.ts';

describe('the letter of a shortcut', () => {
  it('is the one on the key, in any case', () => {
    expect(letterOf({ key: 'k', code: 'KeyK' })).toBe('k');
    expect(letterOf({ key: 'K', code: 'KeyK' })).toBe('k');
  });

  it('is that of the layout where it has Latin letters elsewhere', () => {
    expect(letterOf({ key: 'k', code: 'KeyV' })).toBe('k');
  });

  it('is that of the place where the layout has no Latin letters', () => {
    expect(letterOf({ key: 'л', code: 'KeyK' })).toBe('k');
  });
});
