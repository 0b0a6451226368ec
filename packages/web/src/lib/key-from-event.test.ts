import { describe, expect, it } from '@jest/globals';
import { keyFromEvent } from './key-from-event.ts';

describe('the letter of a shortcut', () => {
  it('is the one on the key, in any case', () => {
    expect(keyFromEvent({ key: 'k', code: 'KeyK' })).toBe('k');
    expect(keyFromEvent({ key: 'K', code: 'KeyK' })).toBe('k');
  });

  it('is that of the layout where it has Latin letters elsewhere', () => {
    expect(keyFromEvent({ key: 'k', code: 'KeyV' })).toBe('k');
  });

  it('is that of the place where the layout has no Latin letters', () => {
    expect(keyFromEvent({ key: 'л', code: 'KeyK' })).toBe('k');
  });
});
