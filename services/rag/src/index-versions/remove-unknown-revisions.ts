import type { HybridIndex } from '@lectern/retrieval';
import type { Database } from '../database/tables.ts';

/** A revision that is in the index but not in the database. */
export interface UnknownRevision {
  readonly organisationId: string;
  readonly documentId: string;
  readonly revision: string;
  readonly chunks: number;
}

const revisionsPerQuery = 1_000;

/**
 * Removes revisions from the index that are not in the database, for example after the database was
 * restored from a backup. A revision's row is written before its objects, so unfinished ones are
 * not touched.
 */
export async function removeUnknownRevisions(
  database: Database,
  index: HybridIndex,
): Promise<void> {
  for await (const { organisationId, documentId, revision } of listUnknownRevisions(
    database,
    index,
  )) {
    await index.deleteRevision(organisationId, documentId, revision);
  }
}

/** Compares the index with the database, one organisation after the other. */
export async function* listUnknownRevisions(
  database: Database,
  index: HybridIndex,
): AsyncGenerator<UnknownRevision> {
  for (const organisation_id of await listOrganisations(database)) {
    const held = await collectRevisions(index, organisation_id);
    for (let from = 0; from < held.length; from += revisionsPerQuery) {
      const asked = held.slice(from, from + revisionsPerQuery);
      const known = await database
        .selectFrom('rag.revisions')
        .select('id')
        .where(
          'id',
          'in',
          asked.map(({ revision }) => revision),
        )
        .execute();
      const knownIds = new Set(known.map(({ id }) => id));
      yield* asked.filter(({ revision }) => !knownIds.has(revision));
    }
  }
}

/** Lists the organisations with documents or collections. */
export async function listOrganisations(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('rag.documents')
    .select('organisation_id')
    .union(database.selectFrom('rag.collections').select('organisation_id'))
    .execute();
  return rows.map((row) => row.organisation_id);
}

export async function collectRevisions(
  index: HybridIndex,
  organisationId: string,
): Promise<UnknownRevision[]> {
  const held = new Map<string, { documentId: string; chunks: number }>();
  for await (const { revision, documentId } of index.listChunks(organisationId)) {
    const entry = held.get(revision);
    if (entry) entry.chunks += 1;
    else held.set(revision, { documentId, chunks: 1 });
  }
  return [...held].map(([revision, found]) => ({ organisationId, revision, ...found }));
}
