/** Converts offsets between UTF-16 units and Unicode code points of one well-formed text. */
export interface CodePoints {
  readonly length: number;
  fromUnits(offset: number): number;
  toUnits(offset: number): number;
}

const surrogate = /[\ud800-\udbff]/;

/** Builds the index in one pass; texts without characters beyond U+FFFF need none. */
export function indexCodePoints(text: string): CodePoints {
  if (!surrogate.test(text)) {
    return { length: text.length, fromUnits: (offset) => offset, toUnits: (offset) => offset };
  }
  const pairs: number[] = [];
  for (let unit = 0; unit < text.length; unit += 1) {
    const code = text.charCodeAt(unit);
    if (code >= 0xd800 && code <= 0xdbff) {
      pairs.push(unit);
      unit += 1;
    }
  }
  return {
    length: text.length - pairs.length,
    fromUnits: (offset) => offset - countWhere(pairs, (pair) => pair < offset),
    toUnits: (offset) => offset + countWhere(pairs, (pair, before) => pair - before < offset),
  };
}

/** Counts the pairs at the start of the list for which the predicate is true (binary search). */
function countWhere(
  pairs: readonly number[],
  claim: (pair: number, position: number) => boolean,
): number {
  let low = 0;
  let high = pairs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (claim(pairs[middle] as number, middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
