import { AppError, type Collection, toName } from '@lectern/contracts';
import { CommandError, UsageError } from '../command-error.ts';
import type { Connection } from '../connection/connection.ts';

/**
 * Names of a path like `Team/Handbook`, from the root down.
 * @throws UsageError
 */
function splitCollectionPath(path: string): string[] {
  const names = path.split('/').map(toName);
  if (names.some((name) => name === '')) {
    throw new UsageError(`"${path}" is not a path of collections, such as Team/Handbook.`);
  }
  return names;
}

/**
 * The collection at a path.
 * @throws CommandError when it is not there.
 */
export async function findCollection(connection: Connection, path: string): Promise<Collection> {
  let found: Collection | undefined;
  for (const name of splitCollectionPath(path)) {
    found = await findChild(connection, found?.id, name);
    if (!found) throw new CommandError(`There is no collection "${path}".`);
  }
  return found as Collection;
}

/** The collection at a path; what is missing of the path is created. */
export async function ensureCollection(connection: Connection, path: string): Promise<Collection> {
  let found: Collection | undefined;
  for (const name of splitCollectionPath(path))
    found = await ensureChild(connection, found?.id, name);
  return found as Collection;
}

async function ensureChild(
  connection: Connection,
  parentId: string | undefined,
  name: string,
): Promise<Collection> {
  const existing = await findChild(connection, parentId, name);
  if (existing) return existing;
  try {
    return await connection.call('createCollection', {
      body: { name, ...(parentId && { parent_id: parentId }) },
    });
  } catch (error) {
    const isTaken = error instanceof AppError && error.code === 'collection_name_taken';
    const madeMeanwhile = isTaken && (await findChild(connection, parentId, name));
    if (madeMeanwhile) return madeMeanwhile;
    throw error;
  }
}

async function findChild(
  connection: Connection,
  parentId: string | undefined,
  name: string,
): Promise<Collection | undefined> {
  let cursor: string | undefined;
  do {
    const page = await connection.call('listCollections', {
      query: { limit: 500, ...(parentId && { parent_id: parentId }), ...(cursor && { cursor }) },
    });
    const found = page.collections.find(
      (collection) =>
        toName(collection.name) === name && collection.parent_id === (parentId ?? null),
    );
    if (found) return found;
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return undefined;
}
