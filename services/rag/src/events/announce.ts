import { type Kysely, sql } from 'kysely';

/** PostgreSQL channel of what changed. A payload names things; who reads it looks them up. */
export const eventsChannel = 'rag_events';

export type Change =
  | {
      readonly type: 'document' | 'collection';
      readonly organisation_id: string;
      readonly ids: readonly string[];
    }
  /** Names the collection too: the document's row may be gone before this is read. */
  | {
      readonly type: 'deletion';
      readonly organisation_id: string;
      readonly id: string;
      readonly collection_id: string;
    };

/** A notification carries at most 8,000 bytes: 100 ids of 36 characters fit. */
const idsPerNotification = 100;

export async function announceDocuments(
  // biome-ignore lint/suspicious/noExplicitAny: any database or transaction will do
  database: Kysely<any>,
  organisationId: string,
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += idsPerNotification) {
    await notify(database, {
      type: 'document',
      organisation_id: organisationId,
      ids: ids.slice(from, from + idsPerNotification),
    });
  }
}

export async function announceDeletion(
  // biome-ignore lint/suspicious/noExplicitAny: any database or transaction will do
  database: Kysely<any>,
  organisationId: string,
  deleted: { readonly id: string; readonly collection_id: string },
): Promise<void> {
  await notify(database, { type: 'deletion', organisation_id: organisationId, ...deleted });
}

export async function announceCollection(
  // biome-ignore lint/suspicious/noExplicitAny: any database or transaction will do
  database: Kysely<any>,
  organisationId: string,
  id: string,
): Promise<void> {
  await notify(database, { type: 'collection', organisation_id: organisationId, ids: [id] });
}

// biome-ignore lint/suspicious/noExplicitAny: any database or transaction will do
async function notify(database: Kysely<any>, change: Change): Promise<void> {
  await sql`select pg_notify(${eventsChannel}, ${JSON.stringify(change)})`.execute(database);
}
