import type { MetadataCondition } from '@lectern/contracts';
import type { PageCondition } from '@lectern/retrieval';

const nowhere = Number.NEGATIVE_INFINITY;
const everywhere = Number.POSITIVE_INFINITY;
type Range = readonly [from: number, to: number];

/**
 * Returns the passages that match a condition on `page`; undefined if a value is not a number. As
 * for every field, `ne` is true for a missing value.
 */
export function readPageCondition(condition: MetadataCondition): PageCondition | undefined {
  if (condition.op === 'exists') {
    return condition.value ? toCondition([[nowhere, everywhere]]) : { ranges: [], none: true };
  }
  const values = condition.op === 'in' ? condition.value : [condition.value];
  if (!values.every((value) => typeof value === 'number')) return;
  const [value = 0] = values;
  switch (condition.op) {
    case 'eq':
    case 'in':
      return toCondition([...new Set(values)].map((each) => [each, each]));
    case 'ne':
      return toCondition(
        [
          [nowhere, Math.ceil(value) - 1],
          [Math.floor(value) + 1, everywhere],
        ],
        true,
      );
    case 'gt':
      return toCondition([[Math.floor(value) + 1, everywhere]]);
    case 'gte':
      return toCondition([[value, everywhere]]);
    case 'lt':
      return toCondition([[nowhere, Math.ceil(value) - 1]]);
    case 'lte':
      return toCondition([[nowhere, value]]);
  }
}

/** Returns the pages that match both conditions. */
export function bothPageConditions(a: PageCondition | undefined, b: PageCondition): PageCondition {
  if (!a) return b;
  const ranges = toRanges(a).flatMap(([fromA, toA]) =>
    toRanges(b).map(([fromB, toB]): Range => [Math.max(fromA, fromB), Math.min(toA, toB)]),
  );
  return toCondition(ranges, a.none && b.none);
}

function toRanges({ ranges }: PageCondition): readonly Range[] {
  return ranges.map(({ gte = nowhere, lte = everywhere }) => [gte, lte]);
}

function toCondition(ranges: readonly Range[], none = false): PageCondition {
  return {
    ranges: ranges
      .map(([from, to]) => [Math.ceil(from), Math.floor(to)] as const)
      .filter(([from, to]) => from <= to)
      .map(([from, to]) => ({
        ...(from > nowhere && { gte: from }),
        ...(to < everywhere && { lte: to }),
      })),
    none,
  };
}
