import type { Collection } from '@lectern/contracts';
import { ApiError } from '../api/api-error.ts';
import { queryClient, refreshQueries } from '../api/query-client.ts';
import { meQuery } from '../api/session.ts';
import {
  collectionsQuery,
  createCollection,
  deleteCollection,
  grantsQuery,
  updateCollection,
} from '../library/collections.ts';
import { describeAttached, waitingDescription } from '../library/find-attached.ts';
import { nameFiles } from '../library/named-file.ts';
import { addUploads } from '../library/uploads.ts';
import { type HomeOptions, isInOwnHome, openHome } from './open-home.ts';

const maxNames = 50;

/**
 * Uploads files to a collection that only this person and administrators can read, and returns its
 * id. The first upload creates it inside the person's collection for attachments.
 */
export async function attachFiles(
  files: readonly File[],
  known: string | undefined,
  conversationId: string | undefined,
): Promise<string> {
  const people = await findPeople();
  const isOwn = known !== undefined && (await isInOwnHome(known, people));
  const collectionId = isOwn
    ? known
    : await createAttached(people, files[0]?.name ?? '', conversationId);
  addUploads(collectionId, nameFiles(files), { isAttached: true });
  return collectionId;
}

/** Stores the conversation of a collection, once the conversation has an id. */
export async function nameAttached(collectionId: string, conversationId: string): Promise<void> {
  await updateCollection(collectionId, { description: describeAttached(conversationId) });
  await refreshQueries(collectionsQuery);
}

/** Keeps the collection of a deleted conversation and removes the reference to it. */
export async function releaseAttached(collectionId: string): Promise<void> {
  await updateCollection(collectionId, { description: '' });
  await refreshQueries(collectionsQuery);
}

export async function deleteAttached(...collectionIds: readonly string[]): Promise<void> {
  for (const id of collectionIds) await deleteCollection(id);
  await refreshQueries(collectionsQuery);
}

/** Returns the person, their visible collections and the grants of those. */
async function findPeople(): Promise<Omit<HomeOptions, 'create'>> {
  const { user } = await queryClient.ensureQueryData(meQuery);
  return {
    user,
    collections: await queryClient.fetchQuery(collectionsQuery),
    readGrants: (id) => queryClient.fetchQuery({ ...grantsQuery(id), staleTime: 0 }),
  };
}

async function createAttached(
  people: Omit<HomeOptions, 'create'>,
  fileName: string,
  conversationId: string | undefined,
): Promise<string> {
  const home = await openHome({ ...people, create: (name) => createUnlessTaken({ name }) });
  for (let number = 1; number <= maxNames; number += 1) {
    const made = await createUnlessTaken({
      name: number === 1 ? fileName.slice(0, 200) : `${fileName.slice(0, 190)} (${number})`,
      parent_id: home.id,
      description: conversationId ? describeAttached(conversationId) : waitingDescription,
    });
    if (!made) continue;
    await refreshQueries(collectionsQuery);
    return made.id;
  }
  throw new Error('no name is free');
}

async function createUnlessTaken(
  body: Parameters<typeof createCollection>[0],
): Promise<Collection | undefined> {
  try {
    return await createCollection(body);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'collection_name_taken') return undefined;
    throw error;
  }
}
