import type { HybridIndex } from '@lectern/retrieval';
import { sql } from 'kysely';
import { emptyBin } from '../bin-entries/purge.ts';
import type { Database } from '../database/tables.ts';
import { removeDocuments } from '../ingestion/remove-documents.ts';

export interface DepartedDependencies {
  readonly database: Database;
  readonly index: HybridIndex;
}

const documentsAtOnce = 500;

/** Lists organisations with content but without members. */
export async function listDepartedOrganisations(database: Database): Promise<string[]> {
  const { rows } = await sql<{ organisation_id: string }>`
    (select organisation_id from rag.collections union select organisation_id from rag.documents
      union select organisation_id from rag.evaluation_sets
      union select organisation_id from rag.bin_entries
      union select organisation_id from rag.removed_documents)
    except select organisation_id from auth.principals`.execute(database);
  return rows.map((row) => row.organisation_id);
}

/**
 * Removes all content of organisations without members. Collections are removed last, so that the
 * next run finds the rest of an interrupted one; a document that a worker still holds is left to
 * it.
 */
export async function removeDepartedOrganisations(
  dependencies: DepartedDependencies,
): Promise<number> {
  const departed = await listDepartedOrganisations(dependencies.database);
  for (const organisationId of departed) await removeOrganisation(dependencies, organisationId);
  return departed.length;
}

async function removeOrganisation(
  { database, index }: DepartedDependencies,
  organisationId: string,
): Promise<void> {
  await emptyBin(database, organisationId);
  await database
    .updateTable('rag.documents')
    .set({ deleted_at: new Date(), updated_at: new Date() })
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .execute();
  await database
    .deleteFrom('rag.evaluation_sets')
    .where('organisation_id', '=', organisationId)
    .execute();
  const documents = await listDocuments(database, organisationId);
  for (let from = 0; from < documents.length; from += documentsAtOnce) {
    await removeDocuments(
      { database, index },
      {
        organisation_id: organisationId,
        document_ids: documents.slice(from, from + documentsAtOnce),
      },
    );
  }
  if ((await listDocuments(database, organisationId)).length > 0) return;
  await database
    .deleteFrom('rag.removed_documents')
    .where('organisation_id', '=', organisationId)
    .execute();
  await index.deleteOrganisation(organisationId);
  await database.deleteFrom('rag.words').where('organisation_id', '=', organisationId).execute();
  await database
    .deleteFrom('rag.collections')
    .where('organisation_id', '=', organisationId)
    .execute();
}

async function listDocuments(database: Database, organisationId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('rag.documents')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes grants to people and teams that are no longer in the collection's organisation. */
export async function removeDepartedGrants(database: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from rag.grants as g using rag.collections as c
    where ${isDepartedGrant}`.execute(database);
  // Otherwise a person who returns could restore what they managed before.
  await sql`
    delete from rag.bin_grants as g using (
      select b.id, e.organisation_id
      from rag.bin_collections as b join rag.bin_entries as e on e.id = b.bin_id
    ) as c
    where ${isDepartedGrant}`.execute(database);
  return Number(numAffectedRows ?? 0n);
}

/** SQL: a condition on `rag.grants as g` and `rag.collections as c`. */
export const isDepartedGrant = sql<boolean>`
  c.id = g.collection_id and (
    g.grantee_type = 'user' and not exists (
      select from auth.principals as p
      where p.user_id = g.grantee_id and p.organisation_id = c.organisation_id
    )
    or g.grantee_type = 'team' and not exists (
      select from auth.teams as t
      where t.team_id = g.grantee_id and t.organisation_id = c.organisation_id
    )
  )`;
