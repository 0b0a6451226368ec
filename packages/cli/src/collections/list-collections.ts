import type { Collection } from '@lectern/contracts';
import type { Connection } from '../connection/connection.ts';
import { readPages } from '../connection/read-pages.ts';

/** A collection with its path from the root, such as `Team/Handbook`. */
export interface PlacedCollection extends Collection {
  readonly path: string;
}

/** Every collection that the caller may see, by path. */
export async function listCollections(connection: Connection): Promise<PlacedCollection[]> {
  const found = await readPages(
    (query) => connection.call('listCollections', { query }),
    (page) => page.collections,
  );
  const byId = new Map(found.map((collection) => [collection.id, collection]));
  const pathOf = ({ name, parent_id }: Collection): string => {
    const parent = parent_id === null ? undefined : byId.get(parent_id);
    return parent ? `${pathOf(parent)}/${name}` : name;
  };
  return found
    .map((collection) => ({ ...collection, path: pathOf(collection) }))
    .toSorted((a, b) => a.path.localeCompare(b.path));
}
