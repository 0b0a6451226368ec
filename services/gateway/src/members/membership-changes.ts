import { AppError, type Role } from '@lectern/contracts';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../database/in-transaction.ts';

/** Changes and ends memberships; an organisation keeps an enabled owner. */
export interface MembershipChanges {
  /** @throws AppError `not_found`; `last_owner` when no enabled owner would be left. */
  changeRole(userId: string, organisationId: string, role: Role): Promise<void>;
  /**
   * Ends a membership with its teams, keys and sessions in this organisation.
   *
   * @throws AppError `not_found`; `last_owner` when no enabled owner would be left.
   */
  remove(userId: string, organisationId: string): Promise<void>;
  /** Deletes an organisation with its members' keys in it. */
  deleteOrganisation(organisationId: string): Promise<void>;
  /**
   * Deletes a person with all keys and sessions.
   *
   * @throws AppError `last_owner` when an organisation would be left without an enabled owner.
   */
  deletePerson(userId: string): Promise<void>;
}

export function createMembershipChanges(pool: Pool): MembershipChanges {
  return {
    changeRole: (userId, organisationId, role) =>
      inTransaction(pool, async (client) => {
        if (role !== 'owner') await assertOwnerLeft(client, userId, organisationId);
        const { rowCount } = await client.query(
          'update auth.member set role = $3 where "userId" = $1 and "organizationId" = $2',
          [userId, organisationId, role],
        );
        if (rowCount === 0) throw new AppError('not_found', 'No such member.');
      }),

    remove: (userId, organisationId) =>
      inTransaction(pool, async (client) => {
        await assertOwnerLeft(client, userId, organisationId);
        const { rowCount } = await client.query(
          'delete from auth.member where "userId" = $1 and "organizationId" = $2',
          [userId, organisationId],
        );
        if (rowCount === 0) throw new AppError('not_found', 'No such member.');
        await client.query(
          `delete from auth."teamMember" where "userId" = $1
           and "teamId" in (select id from auth.team where "organizationId" = $2)`,
          [userId, organisationId],
        );
        await client.query(
          `delete from auth.apikey
           where "referenceId" = $1 and metadata::jsonb ->> 'organisation_id' = $2`,
          [userId, organisationId],
        );
        await leaveSessions(client, organisationId, userId);
      }),

    deleteOrganisation: (organisationId) =>
      inTransaction(pool, async (client) => {
        await client.query('delete from auth.organization where id = $1', [organisationId]);
        await client.query(
          `delete from auth.apikey where metadata::jsonb ->> 'organisation_id' = $1`,
          [organisationId],
        );
        await leaveSessions(client, organisationId);
      }),

    deletePerson: (userId) =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ id: string }>(
          'select "organizationId" as id from auth.member where "userId" = $1 order by 1',
          [userId],
        );
        for (const { id } of rows) await assertOwnerLeft(client, userId, id);
        await client.query('delete from auth.apikey where "referenceId" = $1', [userId]);
        await client.query('delete from auth."user" where id = $1', [userId]);
      }),
  };
}

/** Locks the organisation, so that two owners cannot step down at once. */
async function assertOwnerLeft(
  client: PoolClient,
  userId: string,
  organisationId: string,
): Promise<void> {
  await client.query('select 1 from auth.organization where id = $1 for update', [organisationId]);
  const { rows } = await client.query<{ is_owner: boolean; others: boolean }>(
    `select coalesce(bool_or(user_id = $2), false) as is_owner,
       coalesce(bool_or(user_id <> $2 and not disabled), false) as others
     from auth.principals where organisation_id = $1 and role = 'owner'`,
    [organisationId, userId],
  );
  if (rows[0]?.is_owner && !rows[0].others) throw new AppError('last_owner');
}

/** Sessions go on in another organisation of the person, if there is one. */
async function leaveSessions(
  client: PoolClient,
  organisationId: string,
  userId?: string,
): Promise<void> {
  await client.query(
    `update auth.session as session set "activeTeamId" = null, "activeOrganizationId" = (
       select member."organizationId" from auth.member as member
       where member."userId" = session."userId" order by member."createdAt", member.id limit 1
     )
     where session."activeOrganizationId" = $1 and ($2::text is null or session."userId" = $2)`,
    [organisationId, userId],
  );
}
