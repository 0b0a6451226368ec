import type { Principal } from '@lectern/contracts';
import { type RawBuilder, sql } from 'kysely';

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
