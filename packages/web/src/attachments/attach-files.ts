import { queryClient, refreshQueries } from '../api/query-client.ts';
import { meQuery } from '../api/session.ts';
import {
  collectionsQuery,
  createNumbered,
  createUnlessTaken,
  deleteCollection,
  grantsQuery,
  updateCollection,
} from '../library/collections.ts';
import { describeAttached, waitingDescription } from '../library/find-attached.ts';
import { nameFiles } from '../library/named-file.ts';
import { addUploads } from '../library/uploads.ts';
import { type HomeOptions, isInOwnHome, openHome } from './open-home.ts';

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
  const { id } = await createNumbered({
    name: fileName,
    parent_id: home.id,
    description: conversationId ? describeAttached(conversationId) : waitingDescription,
  });
  await refreshQueries(collectionsQuery);
  return id;
}
