import { createHash } from 'node:crypto';

/** A shuffle that depends on the keys and the seed alone. */
export function orderByDigest<Item>(
  items: readonly Item[],
  seed: string,
  keyOf: (item: Item) => string,
): Item[] {
  const digestOf = (item: Item) =>
    createHash('sha256')
      .update(`${seed}\n${keyOf(item)}`)
      .digest('hex');
  return items
    .map((item) => ({ item, digest: digestOf(item) }))
    .toSorted((a, b) => (a.digest < b.digest ? -1 : 1))
    .map(({ item }) => item);
}
