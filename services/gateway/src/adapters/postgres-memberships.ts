import type { Member, Role } from '@lectern/contracts';
import type { Pool } from 'pg';
import type { Memberships } from '../ports/memberships.ts';

export function createPostgresMemberships(pool: Pool): Memberships {
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

    async list(organisationId) {
      const { rows } = await pool.query<Member>(
        `select principal.user_id, person.email, person.name, principal.role, principal.disabled
         from auth.principals as principal
         join auth."user" as person on person.id = principal.user_id
         where principal.organisation_id = $1
         order by person.name, person.email`,
        [organisationId],
      );
      return rows;
    },
  };
}
