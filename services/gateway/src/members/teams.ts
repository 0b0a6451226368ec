import { randomUUID } from 'node:crypto';
import { AppError, type PageQuery, type Team } from '@lectern/contracts';
import { cursorTextSchema } from '@lectern/service';
import type { Pool } from 'pg';
import { type CountedQuota, createCountedQuota } from '../database/counted-quota.ts';
import { inTransaction } from '../database/in-transaction.ts';
import { listPage, type Page } from '../database/list-page.ts';

export interface Teams {
  readonly quota: Pick<CountedQuota, 'loadUse'>;
  /** The teams of an organisation by name. */
  list(organisationId: string, page: PageQuery): Promise<Page<Team>>;
  /** @throws AppError `team_name_taken`, `quota_exceeded`. */
  add(organisationId: string, name: string): Promise<Team>;
  /** Gives its name; undefined when the organisation has no such team. */
  remove(teamId: string, organisationId: string): Promise<string | undefined>;
  /** Gives false when the organisation has no such team or no such member. Twice is once. */
  addMember(teamId: string, organisationId: string, userId: string): Promise<boolean>;
  /** Gives false when the person was not in the team. */
  removeMember(teamId: string, organisationId: string, userId: string): Promise<boolean>;
}

export function createTeams(pool: Pool, maxTeams: number): Teams {
  const quota = createCountedQuota(pool, {
    quota: 'teams',
    rule: `The organisation may have ${maxTeams} teams.`,
    sql: 'select count(*)::int as used from auth.team where "organizationId" = $1',
    limit: maxTeams,
  });
  return {
    quota,

    async list(organisationId, page) {
      const { items, nextCursor } = await listPage<Omit<Team, 'created_at'> & { created_at: Date }>(
        pool,
        {
          sql: `select team.id, team.name, team."createdAt" as created_at,
           array(
             select user_id from auth.principal_teams as joined
             where joined.team_id = team.id order by user_id
           ) as members
         from auth.team as team where team."organizationId" = $1`,
          values: [organisationId],
          order: { name: cursorTextSchema, id: cursorTextSchema },
        },
        page,
      );
      return {
        items: items.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
        nextCursor,
      };
    },

    add: (organisationId, name) =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ id: string; created_at: Date }>(
          `insert into auth.team (id, name, "organizationId", "createdAt")
           values ($1, $2, $3, now())
           on conflict ("organizationId", name) do nothing
           returning id, "createdAt" as created_at`,
          [randomUUID(), name, organisationId],
        );
        const row = rows[0];
        if (!row) throw new AppError('team_name_taken', undefined, { details: { field: 'name' } });
        await quota.assertRoom(client, organisationId);
        return { id: row.id, name, members: [], created_at: row.created_at.toISOString() };
      }),

    async remove(teamId, organisationId) {
      const { rows } = await pool.query<{ name: string }>(
        'delete from auth.team where id = $1 and "organizationId" = $2 returning name',
        [teamId, organisationId],
      );
      return rows[0]?.name;
    },

    async addMember(teamId, organisationId, userId) {
      const { rows } = await pool.query(
        `with pair as (
           select team.id as team_id, member."userId" as user_id
           from auth.team as team
           join auth.member as member on member."organizationId" = team."organizationId"
           where team.id = $1 and team."organizationId" = $2 and member."userId" = $3
           -- So that neither is deleted before the row that names it is there.
           for key share of team, member
         ), added as (
           insert into auth."teamMember" (id, "teamId", "userId", "createdAt")
           select $4, team_id, user_id, now() from pair
           on conflict ("teamId", "userId") do nothing
         )
         select 1 from pair`,
        [teamId, organisationId, userId, randomUUID()],
      );
      return rows.length === 1;
    },

    async removeMember(teamId, organisationId, userId) {
      const { rowCount } = await pool.query(
        `delete from auth."teamMember" where "userId" = $3 and "teamId" in (
           select id from auth.team where id = $1 and "organizationId" = $2
         )`,
        [teamId, organisationId, userId],
      );
      return rowCount === 1;
    },
  };
}
