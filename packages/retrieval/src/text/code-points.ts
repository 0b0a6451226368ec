/** Returns the number of Unicode code points before a code unit index. */
export function countCodePoints(text: string, end: number = text.length): number {
  let count = 0;
  for (let index = 0; index < end; index += 1) {
    const unit = text.charCodeAt(index);
    const next = text.charCodeAt(index + 1);
    if (unit >= 0xd800 && unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) index += 1;
    count += 1;
  }
  return count;
}
