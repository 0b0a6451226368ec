import {
  AppError,
  type CollectionFilter,
  type MetadataFilter,
  type Warning,
} from '@lectern/contracts';
import type { IndexFilter } from '@lectern/retrieval';
import { invalidField } from '@lectern/service';
import { type RawBuilder, sql } from 'kysely';
import { type Access, listReadableCollections, permissionRank } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { readConditions } from './metadata-conditions.ts';
import {
  type FoundCollections,
  findCollectionsByName,
  type NamedCollections,
  readQueryConditions,
} from './query-conditions.ts';
import type { ReadQuery } from './read-query.ts';

/** Scope of a search, computed in the database at each request. */
export interface SearchScope {
  /** Filter of both rankings; undefined if everything in the organisation is allowed. */
  readonly filter: IndexFilter | undefined;
  readonly warnings: readonly Warning[];
}

export interface ScopeQuestion {
  readonly collectionFilter: CollectionFilter | undefined;
  readonly metadataFilter: MetadataFilter | undefined;
  /** Fields of the query, which narrow the scope. */
  readonly query: ReadQuery;
}

/**
 * Computes the caller's rights, the requested collections and the metadata conditions as one
 * filter.
 * @throws AppError `collection_not_found` and `document_not_found` if a requested one is not
 *   readable, and `invalid_request` for a field that is neither a document's nor in the metadata of
 *   any readable document.
 */
export async function resolveScope(
  database: Database,
  access: Access,
  { collectionFilter, metadataFilter, query }: ScopeQuestion,
): Promise<SearchScope> {
  const {
    collection_ids,
    document_ids,
    include_children: includeChildren = true,
  } = collectionFilter ?? {};
  const allowed = await listReadableCollections(database, access);
  const requested = [...new Set(collection_ids)];
  const wanted = collection_ids
    ? await expandCollections(database, access, { requested, includeChildren })
    : undefined;
  const expand = (names: readonly string[]) => expandNames(database, access, { allowed, names });
  const named = query.collections && (await expand(query.collections));
  const withoutNamed = await expand(query.excludedCollections);
  const missing = [...new Set([...(named?.missing ?? []), ...withoutNamed.missing])];
  // Single documents are alternatives to the collections, so both become one condition on
  // documents.
  const chosen = document_ids
    ? await chooseDocuments(database, access, { ids: document_ids, allowed, beside: wanted })
    : undefined;
  const collectionIds = intersect(intersect(allowed, chosen ? undefined : wanted), named?.ids);
  const { page, document, metadataKeys } = readConditions(metadataFilter ?? []);
  await refuseUnknownKeys(database, access, { allowed, keys: metadataKeys });
  const outside =
    withoutNamed.ids.length > 0
      ? sql<boolean>`d.collection_id <> all(${[...withoutNamed.ids]}::uuid[])`
      : undefined;
  const conditions = [document, readQueryConditions(query), chosen, outside].filter(
    (each) => each !== undefined,
  );
  const documentIds =
    conditions.length > 0
      ? await listDocuments(database, access, { collectionIds, conditions })
      : undefined;
  const filter: IndexFilter = {
    ...(collectionIds && { collectionIds }),
    ...(documentIds && { documentIds }),
    ...(page && { page }),
  };
  return {
    filter: Object.keys(filter).length > 0 ? filter : undefined,
    warnings: missing.length > 0 ? [noSuchCollection(missing)] : [],
  };
}

function noSuchCollection(names: readonly string[]): Warning {
  const message = `There is no collection named ${names.join(' or ')} that you may read.`;
  return { code: 'no_such_collection', message };
}

/**
 * Returns the collections of these names with their descendants, and the names without a
 * collection.
 */
async function expandNames(
  database: Database,
  access: Access,
  named: NamedCollections,
): Promise<FoundCollections> {
  if (named.names.length === 0) return { ids: [], missing: [] };
  const { ids: requested, missing } = await findCollectionsByName(database, access, named);
  if (requested.length === 0) return { ids: [], missing };
  return {
    ids: await expandCollections(database, access, { requested, includeChildren: true }),
    missing,
  };
}

async function expandCollections(
  database: Database,
  access: Access,
  {
    requested,
    includeChildren,
  }: { readonly requested: readonly string[]; readonly includeChildren: boolean },
): Promise<string[]> {
  const readable = await database
    .selectFrom('rag.collections as c')
    .select('c.id')
    .where('c.organisation_id', '=', access.organisationId)
    .where('c.id', 'in', [...requested])
    .where(sql<boolean>`${permissionRank(access)} is not null`)
    .execute();
  if (readable.length < requested.length) throw new AppError('collection_not_found');
  if (!includeChildren) return [...requested];
  const rows = await database
    .selectFrom('rag.collections')
    .select('id')
    .where('organisation_id', '=', access.organisationId)
    .where(sql<boolean>`path && ${[...requested]}::uuid[]`)
    .execute();
  return rows.map((row) => row.id);
}

async function refuseUnknownKeys(
  database: Database,
  access: Access,
  {
    allowed,
    keys,
  }: {
    readonly allowed: readonly string[] | undefined;
    /** With the index of the condition that asks for each. */
    readonly keys: ReadonlyMap<string, number>;
  },
): Promise<void> {
  if (keys.size === 0) return;
  const readable = sql`rag.documents as d
    where d.organisation_id = ${access.organisationId} and d.deleted_at is null
      ${allowed ? sql`and d.collection_id = any(${[...allowed]}::uuid[])` : sql``}`;
  const { rows } = await sql<{ key: string }>`
    select asked.key from unnest(${[...keys.keys()]}::text[]) as asked (key)
    where exists (select from ${readable})
      and not exists (select from ${readable} and d.metadata ? asked.key)`.execute(database);
  const [unknown] = rows;
  if (!unknown) return;
  const { key } = unknown;
  const field = `metadata_filter.${keys.get(key) ?? 0}.field`;
  if (passageFields.has(key)) {
    throw invalidField(field, 'is of a passage, and of those only page can be filtered by');
  }
  throw invalidField(field, 'no document here has such a field', { rule: 'unknown_field' });
}

/** Properties of a passage in results, besides its page. */
const passageFields: ReadonlySet<string> = new Set([
  'section',
  'sections',
  'start',
  'end',
  'pages',
  'position',
]);

function intersect(
  allowed: readonly string[] | undefined,
  wanted: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!allowed || !wanted) return allowed ?? wanted;
  const both = new Set(allowed);
  return wanted.filter((id) => both.has(id));
}

async function listDocuments(
  database: Database,
  access: Access,
  {
    collectionIds,
    conditions,
  }: {
    readonly collectionIds: readonly string[] | undefined;
    readonly conditions: readonly RawBuilder<boolean>[];
  },
): Promise<string[]> {
  let query = database
    .selectFrom('rag.documents as d')
    .innerJoin('rag.revisions as r', 'r.id', 'd.active_revision')
    .select('d.id')
    .where('d.organisation_id', '=', access.organisationId)
    .where('d.deleted_at', 'is', null);
  for (const condition of conditions) query = query.where(condition);
  if (collectionIds) {
    query = query.where(sql<boolean>`d.collection_id = any(${[...collectionIds]}::uuid[])`);
  }
  return (await query.execute()).map((row) => row.id);
}

interface ChosenDocuments {
  readonly ids: readonly string[];
  /** Readable collections; undefined if all of the organisation are readable. */
  readonly allowed: readonly string[] | undefined;
  /** Collections whose documents are selected too. */
  readonly beside: readonly string[] | undefined;
}

/**
 * Returns the condition that a document `d` is selected.
 * @throws AppError `document_not_found` if one of the ids is not readable.
 */
async function chooseDocuments(
  database: Database,
  { organisationId }: Access,
  { ids, allowed, beside = [] }: ChosenDocuments,
): Promise<RawBuilder<boolean>> {
  const distinct = [...new Set(ids)];
  let readable = database
    .selectFrom('rag.documents as d')
    .select('d.id')
    .where('d.organisation_id', '=', organisationId)
    .where('d.deleted_at', 'is', null)
    .where('d.id', 'in', distinct);
  if (allowed) {
    readable = readable.where(sql<boolean>`d.collection_id = any(${[...allowed]}::uuid[])`);
  }
  if ((await readable.execute()).length < distinct.length) {
    throw new AppError('document_not_found');
  }
  return sql<boolean>`(d.id = any(${distinct}::uuid[]) or d.collection_id = any(${[...beside]}::uuid[]))`;
}
