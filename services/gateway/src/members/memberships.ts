import {
  AppError,
  type Me,
  type Member,
  type OrganisationList,
  type PageQuery,
  type Role,
} from '@lectern/contracts';
import { cursorTextSchema } from '@lectern/service';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../database/in-transaction.ts';
import { listPage, type Page } from '../database/list-page.ts';
import type { LinkMaker } from '../links/one-time-tokens.ts';
import { hasSecondFactor } from './has-second-factor.ts';

export interface Memberships {
  /** The role of an enabled member. */
  findRole(userId: string, organisationId: string): Promise<Role | undefined>;
  /** Names of a person and an organisation. */
  findNames(
    userId: string,
    organisationId: string,
  ): Promise<Pick<Me, 'user' | 'organisation'> | undefined>;
  /** Gives a person another name; the answer is the one before, undefined where it is the same. */
  rename(userId: string, name: string): Promise<string | undefined>;
  find(userId: string, organisationId: string): Promise<Member | undefined>;
  /** All members of an organisation by name. */
  list(organisationId: string): Promise<readonly Member[]>;
  listPage(organisationId: string, page: PageQuery): Promise<Page<Member>>;
  /** A person's organisations by name. */
  listOrganisations(
    userId: string,
  ): Promise<readonly Omit<OrganisationList['organisations'][number], 'active'>[]>;
  /** The same page by page; with `onlyId` that one alone. */
  listOrganisationPage(
    userId: string,
    onlyId: string | undefined,
    page: PageQuery,
  ): Promise<Page<Omit<OrganisationList['organisations'][number], 'active'>>>;
  /** Whether a person is an administrator of the installation, as the first owner is. */
  isOperator(userId: string): Promise<boolean>;
  /** Whether signing in takes a code beside the password. */
  hasSecondFactor(userId: string): Promise<boolean>;
  /**
   * Whether this organisation's administrator may reset the person's password: not of somebody
   * above them, or who is in other organisations too, nor of an administrator of the installation,
   * unless the caller is one as well.
   */
  isResettableBy(userId: string, caller: LinkMaker): Promise<boolean>;
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

export function createMemberships(pool: Pool): Memberships {
  return {
    async findRole(userId, organisationId) {
      const { rows } = await pool.query<{ role: Role }>(
        `select role from auth.principals
         where user_id = $1 and organisation_id = $2 and not disabled`,
        [userId, organisationId],
      );
      return rows[0]?.role;
    },

    async findNames(userId, organisationId) {
      const { rows } = await pool.query<Record<'email' | 'name' | 'organisation', string>>(
        `select person.email, person.name, organisation.name as organisation
         from auth."user" as person, auth.organization as organisation
         where person.id = $1 and organisation.id = $2`,
        [userId, organisationId],
      );
      const row = rows[0];
      return (
        row && {
          user: { id: userId, email: row.email, name: row.name },
          organisation: { id: organisationId, name: row.organisation },
        }
      );
    },

    async rename(userId, name) {
      const { rows } = await pool.query<{ before: string }>(
        `update auth."user" as person set name = $2, "updatedAt" = now()
         from (select id, name from auth."user" where id = $1 for update) as old
         where person.id = old.id and old.name <> $2
         returning old.name as before`,
        [userId, name],
      );
      return rows[0]?.before;
    },

    async find(userId, organisationId) {
      const { rows } = await pool.query<Member>(`${selectMembers} and principal.user_id = $2`, [
        organisationId,
        userId,
      ]);
      return rows[0];
    },

    async list(organisationId) {
      const { rows } = await pool.query<Member>(
        `${selectMembers} order by person.name, person.email`,
        [organisationId],
      );
      return rows;
    },

    listPage: (organisationId, page) =>
      listPage<Member>(
        pool,
        {
          sql: selectMembers,
          values: [organisationId],
          order: { name: cursorTextSchema, email: cursorTextSchema, user_id: cursorTextSchema },
        },
        page,
      ),

    async listOrganisations(userId) {
      const { rows } = await pool.query<{ id: string; name: string; role: Role }>(
        `${selectOrganisations} order by organisation.name, organisation.id`,
        [userId],
      );
      return rows;
    },

    listOrganisationPage: (userId, onlyId, page) =>
      listPage(
        pool,
        {
          sql: `${selectOrganisations} and ($2::text is null or organisation.id = $2)`,
          values: [userId, onlyId],
          order: { name: cursorTextSchema, id: cursorTextSchema },
        },
        page,
      ),

    async isOperator(userId) {
      const { rowCount } = await pool.query(
        `select 1 from auth."user" where id = $1 and role = 'admin'`,
        [userId],
      );
      return rowCount === 1;
    },

    hasSecondFactor: (userId) => hasSecondFactor(pool, userId),

    async isResettableBy(userId, { userId: callerId, organisationId }) {
      const { rows } = await pool.query<{ allowed: boolean }>(
        'select auth.may_reset($1, $2, $3) as allowed',
        [callerId, organisationId, userId],
      );
      return rows[0]?.allowed ?? false;
    },

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

const selectMembers = `
  select principal.user_id, person.email, person.name, principal.role, principal.disabled
  from auth.principals as principal
  join auth."user" as person on person.id = principal.user_id
  where principal.organisation_id = $1`;

const selectOrganisations = `
  select organisation.id, organisation.name, principal.role
  from auth.principals as principal
  join auth.organization as organisation on organisation.id = principal.organisation_id
  where principal.user_id = $1`;

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
