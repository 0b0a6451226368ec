/** Returns the index after this many code points, at most the length of the text. */
export function findCodePoint(text: string, count: number): number {
  if (text.length <= count) return text.length;
  let index = 0;
  for (let passed = 0; passed < count && index < text.length; passed += 1) {
    index += isPair(text, index) ? 2 : 1;
  }
  return index;
}

/** Counts the code points from an index on without a list of them. */
export function countCodePoints(text: string, from = 0): number {
  let count = 0;
  for (let index = from; index < text.length; count += 1) index += isPair(text, index) ? 2 : 1;
  return count;
}

function isPair(text: string, index: number): boolean {
  return (text.codePointAt(index) ?? 0) > 0xffff;
}
