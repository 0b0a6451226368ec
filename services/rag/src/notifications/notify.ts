import type { BundleImport } from '@lectern/contracts';
import { type Kysely, sql } from 'kysely';
import type { DeletedCollection } from './deleted-collections.ts';

/** PostgreSQL channel of changes. A payload contains ids, which its reader looks up. */
export const eventsChannel = 'rag_events';

export type Change =
  | {
      readonly type: 'document' | 'collection';
      readonly organisation_id: string;
      readonly ids: readonly string[];
    }
  /** For the person who started the import. */
  | {
      readonly type: 'bundle_import';
      readonly organisation_id: string;
      readonly user_id: string;
      readonly state: BundleImport;
    }
  /** Contains the collection too: the document's row may be gone before this is read. */
  | {
      readonly type: 'deletion';
      readonly organisation_id: string;
      readonly id: string;
      readonly collection_id: string;
    }
  /** Contains a part of the collections' grantees; the same collection may occur more than once. */
  | {
      readonly type: 'collection_deletion';
      readonly organisation_id: string;
      readonly collections: readonly DeletedCollection[];
    };

/** A notification carries at most 8,000 bytes: 100 ids of 36 characters fit. */
const idsPerNotification = 100;
/** Leaves room for the rest of the notification. */
const bytesOfCollections = 7_000;
const granteesAtOnce = 40;

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

export async function announceImport(
  // biome-ignore lint/suspicious/noExplicitAny: any database or transaction will do
  database: Kysely<any>,
  organisationId: string,
  { userId, state }: { readonly userId: string; readonly state: BundleImport },
): Promise<void> {
  await notify(database, {
    type: 'bundle_import',
    organisation_id: organisationId,
    user_id: userId,
    state,
  });
}

/** Notifies everyone who could see the collections, in as many notifications as needed. */
export async function announceDeletedCollections(
  // biome-ignore lint/suspicious/noExplicitAny: any database or transaction will do
  database: Kysely<any>,
  organisationId: string,
  deleted: readonly DeletedCollection[],
): Promise<void> {
  let together: DeletedCollection[] = [];
  let bytes = 0;
  const send = async () => {
    if (together.length === 0) return;
    await notify(database, {
      type: 'collection_deletion',
      organisation_id: organisationId,
      collections: together,
    });
    together = [];
    bytes = 0;
  };
  for (const part of deleted.flatMap(splitGrantees)) {
    const size = Buffer.byteLength(JSON.stringify(part)) + 1;
    if (bytes + size > bytesOfCollections) await send();
    together.push(part);
    bytes += size;
  }
  await send();
}

/**
 * Splits a collection into parts that fit into a notification; owners and administrators need no
 * grant to receive it.
 */
function splitGrantees({ id, grantees }: DeletedCollection): DeletedCollection[] {
  const parts = Math.max(1, Math.ceil(grantees.length / granteesAtOnce));
  return Array.from({ length: parts }, (_, part) => ({
    id,
    grantees: grantees.slice(part * granteesAtOnce, (part + 1) * granteesAtOnce),
  }));
}

// biome-ignore lint/suspicious/noExplicitAny: any database or transaction will do
async function notify(database: Kysely<any>, change: Change): Promise<void> {
  await sql`select pg_notify(${eventsChannel}, ${JSON.stringify(change)})`.execute(database);
}
