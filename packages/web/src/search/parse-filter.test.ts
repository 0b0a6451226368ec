import { describe, expect, it } from '@jest/globals';
import { parseFilter } from './parse-filter.ts';

describe('a typed condition', () => {
  it.each([
    [
      { field: ' year ', op: 'gte', value: '2020' },
      { field: 'year', op: 'gte', value: 2020 },
    ],
    [
      { field: 'draft', op: 'eq', value: 'false' },
      { field: 'draft', op: 'eq', value: false },
    ],
    [
      { field: 'kind', op: 'in', value: 'a, 2,' },
      { field: 'kind', op: 'in', value: ['a', 2] },
    ],
    [
      { field: 'kind', op: 'exists', value: '' },
      { field: 'kind', op: 'exists', value: true },
    ],
  ] as const)('is read as what it means: %j', (typed, condition) => {
    expect(parseFilter(typed)).toEqual(condition);
  });

  it.each([
    { field: '', op: 'eq', value: 'a' },
    { field: 'kind', op: 'eq', value: ' ' },
  ] as const)('is none while something lacks: %j', (typed) => {
    expect(parseFilter(typed)).toBeUndefined();
  });
});
