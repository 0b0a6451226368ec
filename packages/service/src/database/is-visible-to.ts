import { AppError, type Principal } from '@lectern/contracts';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * True for rows of the organisation that the person may use with their current role and teams. The
 * table has the columns `organisation_id`, `visible_to_everyone`, `visible_roles` and
 * `visible_team_ids`; owners and admins may use every row.
 */
export function isVisibleTo(
  table: string,
  { organisationId, userId }: Pick<Principal, 'organisationId' | 'userId'>,
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<boolean>`(
    ${column('organisation_id')} = ${organisationId}
    and exists (
      select from auth.principals as person
      where person.user_id = ${userId} and person.organisation_id = ${organisationId}
        and not person.disabled
        and (
          ${column('visible_to_everyone')}
          or person.role in ('owner', 'admin')
          or person.role = any(${column('visible_roles')})
          or exists (
            select from auth.principal_teams as team
            where team.user_id = ${userId} and team.organisation_id = ${organisationId}
              and team.team_id = any(${column('visible_team_ids')})
          )
        )
    )
  )`;
}

/**
 * Checks the teams of a new visibility. Those of `before` may be gone by now.
 * @throws AppError `invalid_request` for a team that the organisation does not have.
 */
export async function assertTeams<Tables>(
  database: Kysely<Tables>,
  organisationId: string,
  { teamIds, before = [] }: { teamIds: readonly string[]; before?: readonly string[] | undefined },
): Promise<void> {
  const added = teamIds.filter((id) => !before.includes(id));
  if (added.length === 0) return;
  const { rows } = await sql<{ team_id: string }>`
    select team_id from auth.teams
    where organisation_id = ${organisationId} and team_id = any(${added}::text[])`.execute(
    database,
  );
  if (added.every((id) => rows.some(({ team_id: known }) => known === id))) return;
  const field = 'visibility.team_ids';
  throw new AppError('invalid_request', `${field}: the organisation has no such team`, {
    details: { field },
  });
}
