import { AppError, type Permission, type Principal, type Role } from '@lectern/contracts';
import { prepared, preparedMark } from '@lectern/service';
import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/tables.ts';

/** A principal's current rights in its organisation, read at each call. */
export interface Access {
  readonly organisationId: string;
  readonly userId: string;
  readonly role: Role;
  readonly teamIds: readonly string[];
}

/** @throws AppError `unauthorized` when the person was disabled or left the organisation. */
export async function loadAccess(database: Database, principal: Principal): Promise<Access> {
  return toAccess(await findAccessRow(database, principal), principal);
}

/**
 * Selects the principal `p` with its current rights, and further columns that a caller needs in the
 * same statement.
 */
export async function findAccessRow<Further extends object = object>(
  database: Database,
  { userId, organisationId }: Principal,
  further: RawBuilder<unknown> = sql``,
): Promise<(AccessRow & Further) | undefined> {
  // Raw SQL: it runs at each request, and building it took longer than running it.
  const { rows } = await sql<AccessRow & Further>`
    select p.role, p.disabled, array(
        select t.team_id from auth.principal_teams t
        where t.user_id = p.user_id and t.organisation_id = p.organisation_id) as team_ids ${further}
    from auth.principals p
    where p.user_id = ${userId} and p.organisation_id = ${organisationId}
    ${sql.raw(preparedMark)}`.execute(database);
  return rows[0];
}

interface AccessRow {
  readonly role: string;
  readonly disabled: boolean;
  readonly team_ids: readonly string[];
}

/** @throws AppError `unauthorized` when the person was disabled or left the organisation. */
export function toAccess(row: AccessRow | undefined, principal: Principal): Access {
  if (!row || row.disabled) throw new AppError('unauthorized', 'This account has no access.');
  return {
    organisationId: principal.organisationId,
    userId: principal.userId,
    role: toRole(row.role),
    teamIds: row.team_ids,
  };
}

/** Owners and admins manage everything in their organisation. */
export function managesAll(access: Access): boolean {
  return access.role === 'owner' || access.role === 'admin';
}

const permissionsByRank: readonly Permission[] = ['read', 'write', 'manage'];

/** Returns true if `held` includes `needed`. */
export function covers(held: Permission, needed: Permission): boolean {
  return permissionsByRank.indexOf(held) >= permissionsByRank.indexOf(needed);
}

/**
 * SQL: the rank of the strongest right on the collection `c` (1 read, 2 write, 3 manage, null
 * none). A role limits grants: a viewer only reads.
 */
export function permissionRank(access: Access, collectionAlias = 'c'): RawBuilder<number | null> {
  if (managesAll(access)) return sql<number>`3`;
  const cap = access.role === 'viewer' ? 1 : 3;
  const grantPath = sql.ref(`${collectionAlias}.grant_path`);
  return sql<number | null>`(
    select max(least(${sql.lit(cap)},
      case g.permission when 'read' then 1 when 'write' then 2 else 3 end))
    from rag.grants g
    where g.collection_id = any(${grantPath}) and ${isGrantee(access)})`;
}

export function toPermission(rank: number): Permission {
  return permissionsByRank[rank - 1] ?? 'read';
}

/** SQL: true if the grant `g` applies to this principal. */
export function isGrantee(access: Access): RawBuilder<boolean> {
  const roles = rolesOf(access);
  return sql<boolean>`(
    (g.grantee_type = 'user' and g.grantee_id = ${access.userId})
    or (g.grantee_type = 'team' and g.grantee_id = any(${[...access.teamIds]}::text[]))
    or (g.grantee_type = 'role' and g.grantee_id = any(${roles}::text[])))`;
}

/** Returns true if a loaded grant applies to this principal. */
export function isGrantedTo(
  access: Access,
  { type, id }: { readonly type: 'user' | 'team' | 'role'; readonly id: string },
): boolean {
  if (type === 'user') return id === access.userId;
  return type === 'team' ? access.teamIds.includes(id) : rolesOf(access).includes(id);
}

function rolesOf(access: Access): string[] {
  return access.role === 'viewer' ? ['viewer'] : ['viewer', 'member'];
}

/**
 * Returns the ids of the readable collections; undefined if all of the organisation are readable.
 */
export async function listReadableCollections(
  database: Database,
  access: Access,
): Promise<string[] | undefined> {
  if (managesAll(access)) return undefined;
  const rows = await database
    .selectFrom('rag.collections as c')
    .select('c.id')
    .where('c.organisation_id', '=', access.organisationId)
    .where(
      sql<boolean>`exists (
        select 1 from rag.grants g where g.collection_id = any(c.grant_path) and ${isGrantee(access)})`,
    )
    .$call(prepared)
    .execute();
  return rows.map((row) => row.id);
}

/** A right that the caller needs on a collection, or on a document by its collection. */
export interface NeededRight {
  readonly id: string;
  readonly permission: Permission;
}

/**
 * Returns the caller's right on a collection.
 * @throws AppError `collection_not_found` if it is not readable, `forbidden` if the right is too
 *   weak.
 */
export async function requireCollection(
  database: Database | DatabaseTransaction,
  access: Access,
  { id, permission: needed }: NeededRight,
): Promise<{ permission: Permission }> {
  const row = await database
    .selectFrom('rag.collections as c')
    .select(permissionRank(access).as('rank'))
    .where('c.id', '=', id)
    .where('c.organisation_id', '=', access.organisationId)
    .executeTakeFirst();
  if (!row?.rank) throw new AppError('collection_not_found');
  const permission = toPermission(row.rank);
  if (!covers(permission, needed)) {
    throw new AppError('forbidden', `This needs the right to ${needed} in the collection.`);
  }
  return { permission };
}

function toRole(text: string): Role {
  return text === 'owner' || text === 'admin' || text === 'viewer' ? text : 'member';
}
