import { describe, expect, it } from '@jest/globals';
import { toMetadata, toRows } from './metadata-rows.ts';

const before = { year: 2024, isbn: '0012', tags: ['sea', 'salt'], open: true };

describe('edited metadata', () => {
  it('is unchanged by an unchanged edit', () => {
    expect(toMetadata(toRows(before), before)).toEqual(before);
  });

  it('keeps the type of a changed value, and reads numbers in new fields', () => {
    const rows = toRows(before).map((row) => ({
      ...row,
      text: { year: '2025', isbn: '0034', tags: 'sea, ', open: 'false' }[row.name] ?? '',
    }));
    const added = { key: 9, name: ' pages ', text: '12' };
    expect(toMetadata([...rows, added], before)).toEqual({
      ...{ year: 2025, isbn: '0034', tags: ['sea'], open: false },
      pages: 12,
    });
  });

  it('drops fields without a name or a value', () => {
    const rows = [
      { key: 1, name: '', text: 'x' },
      { key: 2, name: 'x', text: ' ' },
    ];
    expect(toMetadata(rows, {})).toEqual({});
  });
});
