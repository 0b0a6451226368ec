import type { Me, Member, OrganisationList, PageQuery, Role } from '@lectern/contracts';
import { cursorTextSchema } from '@lectern/service';
import { sql } from 'kysely';
import type { LinkMaker } from '../auth/one-time-links/one-time-tokens.ts';
import { listPage, type Page } from '../database/list-page.ts';
import type { Database } from '../database/tables.ts';
import { createMembershipChanges, type MembershipChanges } from './membership-changes.ts';
import { hasTwoFactor } from './sign-in-facts.ts';

type OwnOrganisation = Omit<OrganisationList['organisations'][number], 'active'>;

export interface Memberships extends MembershipChanges {
  /** Returns the role of an enabled member. */
  findRole(userId: string, organisationId: string): Promise<Role | undefined>;
  /** Returns the names of a person and an organisation. */
  findNames(
    userId: string,
    organisationId: string,
  ): Promise<Pick<Me, 'user' | 'organisation'> | undefined>;
  /** Renames a person and returns the previous name; undefined if the name is the same. */
  rename(userId: string, name: string): Promise<string | undefined>;
  /** Renames an organisation and returns the previous name. */
  renameOrganisation(organisationId: string, name: string): Promise<string | undefined>;
  find(userId: string, organisationId: string): Promise<Member | undefined>;
  /** Returns all members of an organisation by name. */
  list(organisationId: string): Promise<readonly Member[]>;
  listPage(organisationId: string, page: PageQuery): Promise<Page<Member>>;
  /** Returns a person's organisations by name. */
  listOrganisations(userId: string): Promise<readonly OwnOrganisation[]>;
  /** Returns a page of a person's organisations, or the one of `onlyId`. */
  listOrganisationPage(
    userId: string,
    onlyId: string | undefined,
    page: PageQuery,
  ): Promise<Page<OwnOrganisation>>;
  /** Returns whether a person is an administrator of the installation, as the first owner is. */
  isOperator(userId: string): Promise<boolean>;
  /** Returns whether the person signs in with a code in addition to the password. */
  hasTwoFactor(userId: string): Promise<boolean>;
  /**
   * Returns whether an administrator of the organisation may reset the person's password. Not for a
   * person with a higher role or with other organisations, nor for an administrator of the
   * installation, unless the caller is one.
   */
  isResettableBy(userId: string, caller: LinkMaker): Promise<boolean>;
}

export function createMemberships(database: Database): Memberships {
  const selectMembers = (organisationId: string) =>
    database
      .selectFrom('principals')
      .innerJoin('user', 'user.id', 'principals.user_id')
      .select(['principals.user_id', 'user.email', 'user.name'])
      .select(['principals.role', 'principals.disabled'])
      .where('principals.organisation_id', '=', organisationId);
  const selectOrganisations = (userId: string) =>
    database
      .selectFrom('principals')
      .innerJoin('organization', 'organization.id', 'principals.organisation_id')
      .select(['organization.id', 'organization.name', 'principals.role'])
      .where('principals.user_id', '=', userId);
  return {
    async findRole(userId, organisationId) {
      const row = await database
        .selectFrom('principals')
        .select('role')
        .where('user_id', '=', userId)
        .where('organisation_id', '=', organisationId)
        .where('disabled', '=', false)
        .executeTakeFirst();
      return row?.role;
    },

    async findNames(userId, organisationId) {
      const row = await database
        .selectFrom(['user', 'organization'])
        .select(['user.email', 'user.name', 'organization.name as organisation'])
        .where('user.id', '=', userId)
        .where('organization.id', '=', organisationId)
        .executeTakeFirst();
      return (
        row && {
          user: { id: userId, email: row.email, name: row.name },
          organisation: { id: organisationId, name: row.organisation },
        }
      );
    },

    rename: (userId, name) =>
      database.transaction().execute(async (transaction) => {
        const before = await transaction
          .selectFrom('user')
          .select('name')
          .where('id', '=', userId)
          .forUpdate()
          .executeTakeFirst();
        if (!before || before.name === name) return undefined;
        await transaction
          .updateTable('user')
          .set({ name, updatedAt: sql`now()` })
          .where('id', '=', userId)
          .execute();
        return before.name;
      }),

    renameOrganisation: (organisationId, name) =>
      database.transaction().execute(async (transaction) => {
        const before = await transaction
          .selectFrom('organization')
          .select('name')
          .where('id', '=', organisationId)
          .forNoKeyUpdate()
          .executeTakeFirst();
        await transaction
          .updateTable('organization')
          .set({ name })
          .where('id', '=', organisationId)
          .execute();
        return before?.name;
      }),

    find: (userId, organisationId) =>
      selectMembers(organisationId).where('principals.user_id', '=', userId).executeTakeFirst(),

    list: (organisationId) =>
      selectMembers(organisationId).orderBy('user.name').orderBy('user.email').execute(),

    listPage: (organisationId, page) =>
      listPage(
        database,
        {
          query: selectMembers(organisationId),
          order: { name: cursorTextSchema, email: cursorTextSchema, user_id: cursorTextSchema },
        },
        page,
      ),

    listOrganisations: (userId) =>
      selectOrganisations(userId).orderBy('organization.name').orderBy('organization.id').execute(),

    listOrganisationPage: (userId, onlyId, page) =>
      listPage(
        database,
        {
          query: selectOrganisations(userId).$if(onlyId !== undefined, (query) =>
            query.where('organization.id', '=', onlyId ?? ''),
          ),
          order: { name: cursorTextSchema, id: cursorTextSchema },
        },
        page,
      ),

    async isOperator(userId) {
      const row = await database
        .selectFrom('user')
        .select('id')
        .where('id', '=', userId)
        .where('role', '=', 'admin')
        .executeTakeFirst();
      return row !== undefined;
    },

    hasTwoFactor: (userId) => hasTwoFactor(database, userId),

    async isResettableBy(userId, { userId: callerId, organisationId }) {
      const { rows } = await sql<{ allowed: boolean }>`
        select auth.may_reset(${callerId}, ${organisationId}, ${userId}) as allowed`.execute(
        database,
      );
      return rows[0]?.allowed ?? false;
    },
    ...createMembershipChanges(database),
  };
}
