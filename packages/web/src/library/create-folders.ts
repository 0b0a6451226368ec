import type { FolderChoice } from './add-files.ts';
import { toCollectionName } from './collection-name.ts';
import { createCollection, listCollections } from './collections.ts';
import { folderOf, type NamedFile } from './named-file.ts';

/** Files for one collection. */
export interface PlacedFiles {
  readonly collectionId: string;
  readonly files: readonly NamedFile[];
}

/**
 * Creates a collection for each folder below the target, and reuses existing ones, so that a second
 * attempt continues the first. Files of a folder without a visible name go to its parent.
 *
 * @throws ApiError The first failure; no file has been sent.
 */
export async function createFolders({
  collectionId,
  files,
  folders,
}: FolderChoice): Promise<readonly PlacedFiles[]> {
  const places = new Map(
    (await listCollections()).map(({ id, parent_id, name }) => [`${parent_id}/${name}`, id]),
  );
  const ids = new Map([['', collectionId]]);
  for (const folder of folders) {
    const [, parent = '', last = ''] = /^(?:(.*)\/)?([^/]*)$/s.exec(folder) ?? [];
    const parentId = ids.get(parent) ?? collectionId;
    const name = toCollectionName(last);
    const place = `${parentId}/${name}`;
    const id =
      name === undefined
        ? parentId
        : (places.get(place) ?? (await createCollection({ name, parent_id: parentId })).id);
    places.set(place, id);
    ids.set(folder, id);
  }
  const byFolder = Map.groupBy(files, folderOf);
  return [...byFolder].map(([folder, own]) => ({
    collectionId: ids.get(folder) ?? collectionId,
    files: own,
  }));
}
