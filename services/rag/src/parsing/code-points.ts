/** Translates offsets between UTF-16 units and Unicode code points of one well-formed text. */
export interface CodePoints {
  /** Length of the text in code points. */
  readonly length: number;
  fromUnits(offset: number): number;
  toUnits(offset: number): number;
}

const surrogate = /[\ud800-\udbff]/;

/** Costs one pass over texts with characters beyond U+FFFF, nothing over others. */
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

/** How many of the pairs hold the claim, which holds for a first part of them and no other. */
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
