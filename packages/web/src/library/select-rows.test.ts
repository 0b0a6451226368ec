import { describe, expect, it } from '@jest/globals';
import { selectRows } from './select-rows.ts';

const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
const select = (selected: string, id: string, fromId?: string) =>
  [...selectRows(rows, new Set(selected), { id, fromId })].sort().join('');

describe('selecting rows', () => {
  it('turns one row on and off', () => {
    expect(select('a', 'c')).toBe('ac');
    expect(select('ac', 'c')).toBe('a');
  });

  it('takes all from the row toggled before, in either direction', () => {
    expect(select('b', 'd', 'b')).toBe('bcd');
    expect(select('d', 'b', 'd')).toBe('bcd');
  });

  it('turns a range off with its last row', () => {
    expect(select('abcde', 'd', 'b')).toBe('ae');
  });

  it('is of one row where the one before is not shown any more', () => {
    expect(select('', 'c', 'gone')).toBe('c');
  });
});
