import { randomUUID } from 'node:crypto';
import { AppError, type PageQuery, type Team } from '@lectern/contracts';
import { cursorTextSchema } from '@lectern/service';
import { sql } from 'kysely';
import { type CountedQuota, createCountedQuota } from '../database/counted-quota.ts';
import { listPage, type Page } from '../database/list-page.ts';
import type { Database } from '../database/tables.ts';

export interface Teams {
  readonly quota: CountedQuota;
  /** Returns the teams of an organisation by name. */
  list(organisationId: string, page: PageQuery): Promise<Page<Team>>;
  /** @throws AppError `team_name_taken`, `quota_exceeded`. */
  add(organisationId: string, name: string): Promise<Team>;
  /** Returns the name of the removed team; undefined if the organisation has no such team. */
  remove(teamId: string, organisationId: string): Promise<string | undefined>;
  /** Returns false if the organisation has no such team or member. Adding twice is no error. */
  addMember(teamId: string, organisationId: string, userId: string): Promise<boolean>;
  /** Returns false if the person was not in the team. */
  removeMember(teamId: string, organisationId: string, userId: string): Promise<boolean>;
}

export function createTeams(database: Database, maxTeams: number): Teams {
  const quota = createCountedQuota(database, {
    quota: 'teams',
    rule: `The organisation may have ${maxTeams} teams.`,
    count: async (queries, organisationId) => {
      const { used } = await queries
        .selectFrom('team')
        .select((expression) => expression.fn.countAll<string>().as('used'))
        .where('organizationId', '=', organisationId)
        .executeTakeFirstOrThrow();
      return Number(used);
    },
    limit: maxTeams,
  });
  return {
    quota,

    async list(organisationId, page) {
      const query = database
        .selectFrom('team')
        .select(['id', 'name', 'createdAt'])
        .select(
          sql<number>`(
            select count(*)::int from auth."teamMember" where "teamId" = team.id
          )`.as('size'),
        )
        .where('organizationId', '=', organisationId);
      const order = { name: cursorTextSchema, id: cursorTextSchema };
      const { items, nextCursor } = await listPage(database, { query, order, isSized: true }, page);
      const { rows } = await sql<{ team_id: string; user_id: string }>`
        select team_id, user_id from auth.principal_teams
        where team_id = any(${items.map(({ id }) => id)}) order by user_id`.execute(database);
      const members = Map.groupBy(rows, (row) => row.team_id);
      return {
        items: items.map(({ id, name, createdAt }) => ({
          id,
          name,
          members: (members.get(id) ?? []).map((row) => row.user_id),
          created_at: createdAt.toISOString(),
        })),
        nextCursor,
      };
    },

    add: (organisationId, name) =>
      database.transaction().execute(async (transaction) => {
        const row = await transaction
          .insertInto('team')
          .values({
            id: randomUUID(),
            name,
            organizationId: organisationId,
            createdAt: sql`now()`,
          })
          .onConflict((conflict) => conflict.columns(['organizationId', 'name']).doNothing())
          .returning(['id', 'createdAt'])
          .executeTakeFirst();
        if (!row) throw new AppError('team_name_taken', undefined, { details: { field: 'name' } });
        await quota.assertRoom(transaction, organisationId);
        return { id: row.id, name, members: [], created_at: row.createdAt.toISOString() };
      }),

    async remove(teamId, organisationId) {
      const row = await database
        .deleteFrom('team')
        .where('id', '=', teamId)
        .where('organizationId', '=', organisationId)
        .returning('name')
        .executeTakeFirst();
      return row?.name;
    },

    addMember: (teamId, organisationId, userId) =>
      database.transaction().execute(async (transaction) => {
        // The lock keeps team and membership until the row that refers to them exists.
        const pair = await transaction
          .selectFrom('team')
          .innerJoin('member', 'member.organizationId', 'team.organizationId')
          .select('team.id')
          .where('team.id', '=', teamId)
          .where('team.organizationId', '=', organisationId)
          .where('member.userId', '=', userId)
          .forKeyShare()
          .executeTakeFirst();
        if (!pair) return false;
        await transaction
          .insertInto('teamMember')
          .values({ id: randomUUID(), teamId, userId, createdAt: sql`now()` })
          .onConflict((conflict) => conflict.columns(['teamId', 'userId']).doNothing())
          .execute();
        return true;
      }),

    async removeMember(teamId, organisationId, userId) {
      const { numDeletedRows } = await database
        .deleteFrom('teamMember')
        .where('userId', '=', userId)
        .where('teamId', 'in', (teams) =>
          teams
            .selectFrom('team')
            .select('id')
            .where('id', '=', teamId)
            .where('organizationId', '=', organisationId),
        )
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
  };
}
