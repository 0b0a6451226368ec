import type { Me, Member, OrganisationList, PageQuery, Role } from '@lectern/contracts';
import { cursorTextSchema } from '@lectern/service';
import type { Pool } from 'pg';
import type { LinkMaker } from '../auth/one-time-links/one-time-tokens.ts';
import { listPage, type Page } from '../database/list-page.ts';
import { createMembershipChanges, type MembershipChanges } from './membership-changes.ts';
import { hasTwoFactor } from './sign-in-facts.ts';

/** Who is in which organisation, and what may be known of them. */
export interface Memberships extends MembershipChanges {
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
  hasTwoFactor(userId: string): Promise<boolean>;
  /**
   * Whether this organisation's administrator may reset the person's password: not of somebody
   * above them, or who is in other organisations too, nor of an administrator of the installation,
   * unless the caller is one as well.
   */
  isResettableBy(userId: string, caller: LinkMaker): Promise<boolean>;
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

    hasTwoFactor: (userId) => hasTwoFactor(pool, userId),

    async isResettableBy(userId, { userId: callerId, organisationId }) {
      const { rows } = await pool.query<{ allowed: boolean }>(
        'select auth.may_reset($1, $2, $3) as allowed',
        [callerId, organisationId, userId],
      );
      return rows[0]?.allowed ?? false;
    },
    ...createMembershipChanges(pool),
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
