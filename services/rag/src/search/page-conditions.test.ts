import { describe, expect, it } from '@jest/globals';
import type { MetadataCondition } from '@lectern/contracts';
import type { PageCondition } from '@lectern/retrieval';
import { bothPageConditions, readPageCondition } from './page-conditions.ts';

const field = 'page';
const shown = [null, 1, 2, 3, 4];

function left(conditions: readonly MetadataCondition[]): (number | null)[] {
  let both: PageCondition | undefined;
  for (const condition of conditions) {
    const page = readPageCondition(condition);
    if (page) both = bothPageConditions(both, page);
  }
  return shown.filter((page) => {
    if (page === null) return both?.none;
    return both?.ranges.some(({ gte = page, lte = page }) => page >= gte && page <= lte);
  });
}

describe('conditions on pages', () => {
  it.each<[MetadataCondition[], (number | null)[]]>([
    [[{ field, op: 'eq', value: 2 }], [2]],
    [[{ field, op: 'eq', value: 1.5 }], []],
    [[{ field, op: 'ne', value: 2 }], [null, 1, 3, 4]],
    [[{ field, op: 'ne', value: 1.5 }], [null, 1, 2, 3, 4]],
    [[{ field, op: 'in', value: [1, 4, 4, 9, 2.5] }], [1, 4]],
    [[{ field, op: 'gt', value: 2 }], [3, 4]],
    [[{ field, op: 'gte', value: 2.5 }], [3, 4]],
    [[{ field, op: 'lt', value: 3 }], [1, 2]],
    [[{ field, op: 'lte', value: 2.5 }], [1, 2]],
    [[{ field, op: 'exists', value: true }], [1, 2, 3, 4]],
    [[{ field, op: 'exists', value: false }], [null]],
    [
      [
        { field, op: 'in', value: [1, 2, 4] },
        { field, op: 'gt', value: 1 },
      ],
      [2, 4],
    ],
    [
      [
        { field, op: 'ne', value: 2 },
        { field, op: 'ne', value: 3 },
      ],
      [null, 1, 4],
    ],
    [
      [
        { field, op: 'ne', value: 2 },
        { field, op: 'exists', value: true },
      ],
      [1, 3, 4],
    ],
    [
      [
        { field, op: 'exists', value: false },
        { field, op: 'exists', value: true },
      ],
      [],
    ],
  ])('%j leave the pages %j', (conditions, pages) => {
    expect(left(conditions)).toEqual(pages);
  });

  it.each(['2', true])('are undefined for %j', (value) => {
    expect(readPageCondition({ field, op: 'eq', value })).toBeUndefined();
    expect(readPageCondition({ field, op: 'in', value: [1, value] })).toBeUndefined();
  });
});
