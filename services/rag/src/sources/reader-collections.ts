import { createHash, randomUUID } from 'node:crypto';
import { lockTree, pathsBelow, rebuildPaths } from '../collections/collection-tree.ts';
import type { Database, DatabaseTransaction, SourceRow, SourceRunRow } from '../database/tables.ts';
import { announceCollection, announceDocuments } from '../notifications/notify.ts';
import { publishMove } from '../outbox/publish-maintenance.ts';
import type { SourceEntry } from './source-adapter.ts';

/** Maximum sets of readers of a source; entries of further ones are readable by administrators. */
const maxSets = 100;

export interface ReaderCollections {
  readonly placeOf: (entry: SourceEntry) => string;
  /** True for an entry whose readers get no grants, since there are too many sets of them. */
  readonly isBeyondLimit: (entry: SourceEntry) => boolean;
  readonly ids: ReadonlySet<string>;
}

/**
 * Makes a private collection for each set of readers, below the collection of the source, with
 * exactly their grants. Rights belong to collections, so entries of different readers cannot share
 * one. Nothing above these collections grants anything in them. A preview makes none.
 */
export async function openReaderCollections(
  database: Database,
  { source, run }: { readonly source: SourceRow; readonly run: Pick<SourceRunRow, 'preview'> },
  entries: Iterable<SourceEntry>,
): Promise<ReaderCollections> {
  const nobody = keyOf([]);
  const counts = new Map<string, { readonly readers: readonly string[]; count: number }>();
  for (const { readers } of entries) {
    if (!readers) continue;
    const key = keyOf(readers);
    const found = counts.get(key);
    if (found) found.count += 1;
    else counts.set(key, { readers, count: 1 });
  }
  const largest = [...counts].toSorted(([, a], [, b]) => b.count - a.count).slice(0, maxSets);
  const sets = new Map(largest.map(([key, { readers }]) => [key, readers]));
  if (counts.size > 0) sets.set(nobody, []);
  const rows = await database
    .selectFrom('rag.reader_collections')
    .select(['readers', 'collection_id'])
    .where('source_id', '=', source.id)
    .execute();
  const known = new Map(rows.map((row) => [row.readers, row.collection_id]));
  const places = new Map<string, string>();
  for (const [key, readers] of sets) {
    const work = (transaction: DatabaseTransaction) => open(transaction, source, { key, readers });
    // The key stands for a collection that a run would make.
    const planned = known.get(key) ?? key;
    places.set(key, run.preview ? planned : await database.transaction().execute(work));
  }
  return {
    placeOf: ({ readers }) =>
      readers
        ? (places.get(keyOf(readers)) ?? places.get(nobody) ?? source.collection_id)
        : source.collection_id,
    isBeyondLimit: ({ readers }) => readers !== undefined && !places.has(keyOf(readers)),
    ids: new Set([...known.values(), ...places.values()]),
  };
}

function keyOf(readers: readonly string[]): string {
  const sorted = [...new Set(readers)].toSorted();
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}

interface ReaderSet {
  readonly key: string;
  readonly readers: readonly string[];
}

/** Returns the id of a set's collection, which becomes private again if somebody opened it. */
async function open(
  transaction: DatabaseTransaction,
  source: SourceRow,
  { key, readers }: ReaderSet,
): Promise<string> {
  const { id: sourceId, organisation_id: organisationId } = source;
  await lockTree(transaction, organisationId);
  const known = await transaction
    .selectFrom('rag.reader_collections as r')
    .innerJoin('rag.collections as c', 'c.id', 'r.collection_id')
    .select(['c.id', 'c.inherit'])
    .where('r.source_id', '=', sourceId)
    .where('r.readers', '=', key)
    .executeTakeFirst();
  const id = known?.id ?? randomUUID();
  if (!known) {
    const { path } = await pathsBelow(transaction, organisationId, {
      id,
      parentId: source.collection_id,
    });
    await transaction
      .insertInto('rag.collections')
      .values({
        id,
        organisation_id: organisationId,
        parent_id: source.collection_id,
        name: `Readers ${sourceId.slice(0, 4)}-${key.slice(0, 8)}`,
        description: '',
        settings: '{}',
        inherit: false,
        path,
        grant_path: [id],
        created_by: source.created_by,
      })
      .execute();
    await transaction
      .insertInto('rag.reader_collections')
      .values({ source_id: sourceId, readers: key, collection_id: id })
      .execute();
  } else if (known.inherit) {
    await transaction
      .updateTable('rag.collections')
      .set({ inherit: false, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    await rebuildPaths(transaction, id);
  }
  const isChanged = await setGrants(transaction, organisationId, { id, readers });
  if (!known || known.inherit || isChanged) {
    await announceCollection(transaction, organisationId, id);
  }
  return id;
}

/** Grants `read` to the members with these addresses, and nothing to others. */
async function setGrants(
  transaction: DatabaseTransaction,
  organisationId: string,
  { id, readers }: { readonly id: string; readonly readers: readonly string[] },
): Promise<boolean> {
  const people =
    readers.length === 0
      ? []
      : await transaction
          .selectFrom('auth.principal_emails')
          .select('user_id')
          .where('organisation_id', '=', organisationId)
          .where('email', 'in', [...readers])
          .execute();
  const wanted = people.map(({ user_id: person }) => `user ${person} read`).toSorted();
  const held = await transaction
    .selectFrom('rag.grants')
    .selectAll()
    .where('collection_id', '=', id)
    .execute();
  const current = held.map((grant) => {
    return `${grant.grantee_type} ${grant.grantee_id} ${grant.permission}`;
  });
  if (current.toSorted().join('\n') === wanted.join('\n')) return false;
  await transaction.deleteFrom('rag.grants').where('collection_id', '=', id).execute();
  if (people.length > 0) {
    await transaction
      .insertInto('rag.grants')
      .values(
        people.map(({ user_id: person }) => ({
          collection_id: id,
          grantee_type: 'user' as const,
          grantee_id: person,
          permission: 'read' as const,
        })),
      )
      .execute();
  }
  return true;
}

/** Moves a document of a source; the new rights count from now on. */
export async function moveDocument(
  transaction: DatabaseTransaction,
  organisationId: string,
  { id, collectionId }: { readonly id: string; readonly collectionId: string },
): Promise<void> {
  await transaction
    .updateTable('rag.documents')
    .set({ collection_id: collectionId, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
  await publishMove(transaction, organisationId, [id]);
  await announceDocuments(transaction, organisationId, [id]);
}
