/** Values that a page of a list has, unless a single item has more. */
const maxValuesOfPage = 10_000;

/** Returns the first items, up to a number of values of all together. */
export function cutBySize<Item extends { readonly size: number }>(
  items: readonly Item[],
): readonly Item[] {
  let values = 0;
  const end = items.findIndex(({ size }, at) => {
    values += size;
    return at > 0 && values > maxValuesOfPage;
  });
  return end < 0 ? items : items.slice(0, end);
}
