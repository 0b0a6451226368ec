import { describe, expect, it } from '@jest/globals';
import { findRange, readRange } from './read-range.ts';

const text = {
  pages: [
    { page: 1, text: 'Ab 😀 cd\n', start: 0 },
    { page: 2, text: 'second page', start: 8 },
  ],
};
const outline = {
  outline: [
    { level: 1, title: 'Rules', page: 1, start: 0 },
    { level: 2, title: 'Refund rules', page: 1, start: 3 },
    { level: 1, title: 'Annex', page: 2, start: 8 },
  ],
};

describe('findRange', () => {
  it('finds a page, and the end of the last one', () => {
    expect(findRange(text, outline, { page: 1 })).toEqual({ start: 0, end: 8 });
    expect(findRange(text, outline, { page: 2 })).toEqual({ start: 8, end: 19 });
  });

  it('finds a section up to the next heading that is not below it', () => {
    expect(findRange(text, outline, { section: 'rules' })).toEqual({ start: 0, end: 8 });
    expect(findRange(text, outline, { section: 'refund' })).toEqual({ start: 3, end: 8 });
    expect(findRange(text, outline, { section: 'Annex' })).toEqual({ start: 8, end: 19 });
  });

  it('reads on from a position', () => {
    expect(findRange(text, outline, { start: 5 })).toEqual({ start: 5, end: 19 });
  });

  it('says what is not there', () => {
    expect(() => findRange(text, outline, { page: 3 })).toThrow('no page 3');
    expect(() => findRange(text, outline, { section: 'Index' })).toThrow('no section "Index"');
  });
});

describe('readRange', () => {
  it('gives exactly as many code points as the range is long, over pages too', () => {
    const whole = Array.from(text.pages.map((page) => page.text).join(''));
    for (let start = 0; start <= whole.length; start += 1) {
      for (let end = start; end <= whole.length; end += 1) {
        expect(readRange(text, { start, end })).toBe(whole.slice(start, end).join(''));
      }
    }
  });

  it('counts code points and crosses pages', () => {
    expect(readRange(text, { start: 3, end: 4 })).toBe('😀');
    expect(readRange(text, { start: 5, end: 14 })).toBe('cd\nsecond');
    expect(readRange(text, { start: 8, end: 14 })).toBe('second');
  });
});
