import type { AuditAction, AuditEvent, NewAuditEvent as ReportedEvent } from '@lectern/contracts';
import { preparedMark } from '@lectern/service';
import type { Pool } from 'pg';

export interface NewAuditEvent {
  /** Whose administrators can read it; undefined: nobody through the API. */
  readonly organisationId: string | undefined;
  readonly action: AuditAction;
  readonly actorId?: string | undefined;
  readonly target?: string | undefined;
  readonly address?: string | undefined;
  readonly requestId?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Events are added and read, never changed. */
export interface AuditLog {
  add(event: NewAuditEvent): Promise<void>;
  /** Writes the events that another service reports, all or none. */
  addAll(events: readonly ReportedEvent[]): Promise<void>;
  /** An organisation's events, newest first. */
  list(organisationId: string, page: AuditPage): Promise<readonly AuditEvent[]>;
  /** Names by the ids of people, also of who left the organisation, and of its teams. */
  findNames(organisationId: string, ids: readonly string[]): Promise<Record<string, string>>;
}

export interface AuditPage {
  readonly limit: number;
  /** Only events older than the one of this id. */
  readonly before?: string | undefined;
  readonly action?: string | undefined;
  readonly actorId?: string | undefined;
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

    async addAll(events) {
      await pool.query(addAllSql, [JSON.stringify(events)]);
    },

    async list(organisationId, { limit, before, action, actorId }) {
      const { rows } = await pool.query<Omit<AuditEvent, 'at'> & { readonly at: Date }>(
        `select id::text, at, action, actor_id, target, address, request_id, details
         from auth.audit_log
         where organisation_id = $1 and ($2::bigint is null or id < $2)
           and ($4::text is null or action = $4) and ($5::text is null or actor_id = $5)
         order by audit_log.id desc limit $3`,
        [organisationId, before, limit, action, actorId],
      );
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    },

    async findNames(organisationId, ids) {
      const { rows } = await pool.query<{ id: string; name: string }>(
        `select id, name from auth."user" where id = any($2)
         union all
         select id, name from auth.team where id = any($2) and "organizationId" = $1`,
        [organisationId, ids],
      );
      return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
    },
  };
}

const addAllSql = `
  insert into auth.audit_log (organisation_id, action, actor_id, target, request_id, details)
  select event->>'organisation_id', event->>'action', event->>'user_id', event->>'target',
    event->>'request_id', event->'details'
  from jsonb_array_elements($1::jsonb) with ordinality as reported(event, place)
  order by place ${preparedMark}`;
