import type { FolderChoice } from './add-files.ts';
import { createCollection, listCollections } from './collections.ts';
import { folderOf, type NamedFile } from './named-file.ts';

/** As long as the name of a collection may be. */
const maxName = 200;

/** Files of one collection. */
export interface PlacedFiles {
  readonly collectionId: string;
  readonly files: readonly NamedFile[];
}

/**
 * Makes the folders of files collections below the one that they are added to. What is there by the
 * same name is used as it is, so that a second try goes on where the first one ended.
 * @throws ApiError of the first that cannot be made; nothing was sent then.
 */
export async function makeFolders({
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
    // Some systems give letters and their marks apart; names of collections have them composed.
    const name = last.normalize('NFC').trim().slice(0, maxName);
    const place = `${parentId}/${name}`;
    const id = places.get(place) ?? (await createCollection({ name, parent_id: parentId })).id;
    places.set(place, id);
    ids.set(folder, id);
  }
  const byFolder = Map.groupBy(files, folderOf);
  return [...byFolder].map(([folder, own]) => ({
    collectionId: ids.get(folder) ?? collectionId,
    files: own,
  }));
}
