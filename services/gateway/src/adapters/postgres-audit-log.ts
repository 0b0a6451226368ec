import type { AuditEvent } from '@lectern/contracts';
import type { Pool } from 'pg';
import type { AuditLog } from '../ports/audit-log.ts';

export function createPostgresAuditLog(pool: Pool): AuditLog {
  return {
    async add({ organisationId, action, actorId, target, address, requestId, details = {} }) {
      await pool.query(
        `insert into auth.audit_log
           (organisation_id, action, actor_id, target, address, request_id, details)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [organisationId, action, actorId, target, address, requestId, JSON.stringify(details)],
      );
    },

    async list(organisationId, { limit, before }) {
      const { rows } = await pool.query<Omit<AuditEvent, 'at'> & { readonly at: Date }>(
        `select id::text, at, action, actor_id, target, address, request_id, details
         from auth.audit_log
         where organisation_id = $1 and ($2::bigint is null or id < $2)
         order by audit_log.id desc limit $3`,
        [organisationId, before, limit],
      );
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    },
  };
}
