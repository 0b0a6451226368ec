import { AppError, type Grant, type GrantList, type PutGrants } from '@lectern/contracts';
import { sql } from 'kysely';
import {
  type Access,
  permissionRank,
  requireCollection,
  toPermission,
} from '../access/load-access.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { announceCollection } from '../notifications/notify.ts';
import { lockTree, rebuildPaths } from './collection-tree.ts';

/** Returns the collection's own grants, without inherited ones. Needs `manage`. */
export async function getGrants(
  database: Database,
  access: Access,
  collectionId: string,
): Promise<GrantList> {
  await requireCollection(database, access, { id: collectionId, permission: 'manage' });
  return readGrants(database, collectionId);
}

async function readGrants(
  database: Database | DatabaseTransaction,
  collectionId: string,
): Promise<GrantList> {
  const collection = await database
    .selectFrom('rag.collections')
    .select('inherit')
    .where('id', '=', collectionId)
    .executeTakeFirst();
  if (!collection) throw new AppError('collection_not_found');
  const rows = await database
    .selectFrom('rag.grants')
    .selectAll()
    .where('collection_id', '=', collectionId)
    .orderBy('grantee_type')
    .orderBy('grantee_id')
    .execute();
  return {
    inherit: collection.inherit,
    grants: rows.map((row) => ({
      grantee: { type: row.grantee_type, id: row.grantee_id } as Grant['grantee'],
      permission: row.permission,
    })),
  };
}

/**
 * Replaces the collection's own grants; takes effect on the next request. Needs `manage`, also
 * afterwards: another manager takes it from the caller.
 * @throws AppError `invalid_request` for a person or team outside the organisation.
 */
export async function putGrants(
  database: Database,
  access: Access,
  { collectionId, inherit, grants }: PutGrants & { readonly collectionId: string },
): Promise<GrantList> {
  await requireCollection(database, access, { id: collectionId, permission: 'manage' });
  await refuseUnknownGrantees(database, access, { collectionId, grants });
  return database.transaction().execute(async (transaction) => {
    await lockTree(transaction, access.organisationId);
    await transaction.deleteFrom('rag.grants').where('collection_id', '=', collectionId).execute();
    const byGrantee = new Map(
      grants.map(({ grantee, permission }) => [
        `${grantee.type}:${grantee.id}`,
        {
          collection_id: collectionId,
          grantee_type: grantee.type,
          grantee_id: grantee.id,
          permission,
        },
      ]),
    );
    if (byGrantee.size > 0) {
      await transaction
        .insertInto('rag.grants')
        .values([...byGrantee.values()])
        .execute();
    }
    await transaction
      .updateTable('rag.collections')
      .set({ ...(inherit !== undefined && { inherit }), updated_at: new Date() })
      .where('id', '=', collectionId)
      .execute();
    await rebuildPaths(transaction, collectionId);
    await announceCollection(transaction, access.organisationId, collectionId);
    await requireOwnRight(transaction, access, collectionId);
    return readGrants(transaction, collectionId);
  });
}

async function requireOwnRight(
  transaction: DatabaseTransaction,
  access: Access,
  collectionId: string,
): Promise<void> {
  const kept = await transaction
    .selectFrom('rag.collections as c')
    .select(permissionRank(access).as('rank'))
    .where('id', '=', collectionId)
    .executeTakeFirst();
  if (!kept) throw new AppError('collection_not_found');
  if (kept.rank !== null && toPermission(kept.rank) === 'manage') return;
  const message = 'grants: your own right to manage this collection must stay';
  throw new AppError('invalid_request', message, { details: { field: 'grants' } });
}

async function refuseUnknownGrantees(
  database: Database,
  { organisationId }: Access,
  { collectionId, grants }: { readonly collectionId: string } & Pick<GrantList, 'grants'>,
): Promise<void> {
  const asked = JSON.stringify(grants.map(({ grantee }, at) => ({ ...grantee, at })));
  const { rows } = await sql<{ at: number; type: string }>`
    select (g->>'at')::int as at, g->>'type' as type
    from jsonb_array_elements(${asked}::jsonb) as g
    where not exists (
        -- Of somebody who has just left; it goes with the next look for left-over data.
        select from rag.grants own
        where own.collection_id = ${collectionId} and own.grantee_type = g->>'type'
          and own.grantee_id = g->>'id')
      and (g->>'type' = 'user' and not exists (
        select from auth.principals p
        where p.user_id = g->>'id' and p.organisation_id = ${organisationId})
      or g->>'type' = 'team' and not exists (
        select from auth.teams t
        where t.team_id = g->>'id' and t.organisation_id = ${organisationId}))
    order by at limit 1`.execute(database);
  const [unknown] = rows;
  if (!unknown) return;
  const field = `grants.${unknown.at}.grantee.id`;
  throw new AppError('invalid_request', `${field}: the organisation has no such ${unknown.type}`, {
    details: { field },
  });
}
