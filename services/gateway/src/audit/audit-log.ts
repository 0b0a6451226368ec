import type { AuditEvent } from '@lectern/contracts';
import type { Pool } from 'pg';

export interface NewAuditEvent {
  /** Whose administrators can read it; undefined: nobody through the API. */
  readonly organisationId: string | undefined;
  readonly action: string;
  readonly actorId?: string | undefined;
  readonly target?: string | undefined;
  readonly address?: string | undefined;
  readonly requestId?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Events are added and read, never changed. */
export interface AuditLog {
  add(event: NewAuditEvent): Promise<void>;
  /** An organisation's events, newest first, those older than `before` when it is given. */
  list(
    organisationId: string,
    page: { readonly limit: number; readonly before: string | undefined },
  ): Promise<readonly AuditEvent[]>;
}

export function createAuditLog(pool: Pool): AuditLog {
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
