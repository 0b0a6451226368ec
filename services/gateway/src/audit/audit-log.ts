import type { AuditAction, AuditEvent, NewAuditEvent as ReportedEvent } from '@lectern/contracts';
import { prepared } from '@lectern/service';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

export interface NewAuditEvent {
  /** Organisation whose administrators can read the event; undefined for nobody. */
  readonly organisationId: string | undefined;
  readonly action: AuditAction;
  readonly actorId?: string | undefined;
  readonly target?: string | undefined;
  readonly address?: string | undefined;
  readonly requestId?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Append-only log of security events. */
export interface AuditLog {
  add(event: NewAuditEvent): Promise<void>;
  /** Adds the events that another service reports, all or none. */
  addAll(events: readonly ReportedEvent[]): Promise<void>;
  /** Returns an organisation's events, newest first. */
  list(organisationId: string, page: AuditPage): Promise<readonly AuditEvent[]>;
  /** Returns names by the ids of people, former members included, and of the organisation's teams. */
  findNames(organisationId: string, ids: readonly string[]): Promise<Record<string, string>>;
}

export interface AuditPage {
  readonly limit: number;
  /** Id of an event; only older events are returned. */
  readonly before?: string | undefined;
  readonly action?: string | undefined;
  readonly actorId?: string | undefined;
}

export function createAuditLog(database: Database): AuditLog {
  return {
    async add({ organisationId, action, actorId, target, address, requestId, details = {} }) {
      await database
        .insertInto('audit_log')
        .values({
          organisation_id: organisationId ?? null,
          action,
          actor_id: actorId ?? null,
          target: target ?? null,
          address: address ?? null,
          request_id: requestId ?? null,
          details: JSON.stringify(details),
        })
        .execute();
    },

    async addAll(events) {
      await prepared(
        database
          .insertInto('audit_log')
          .columns(['organisation_id', 'action', 'actor_id', 'target', 'request_id', 'details'])
          .expression(
            sql`select event->>'organisation_id', event->>'action', event->>'user_id',
              event->>'target', event->>'request_id', event->'details'
            from jsonb_array_elements(${JSON.stringify(events)}::jsonb)
              with ordinality as reported(event, place)
            order by place`,
          ),
      ).execute();
    },

    async list(organisationId, { limit, before, action, actorId }) {
      const rows = await database
        .selectFrom('audit_log')
        .select(['id', 'at', 'action', 'actor_id', 'target', 'address', 'request_id', 'details'])
        .where('organisation_id', '=', organisationId)
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
        .$if(action !== undefined, (query) => query.where('action', '=', action as AuditAction))
        .$if(actorId !== undefined, (query) => query.where('actor_id', '=', actorId ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    },

    async findNames(organisationId, ids) {
      if (ids.length === 0) return {};
      const rows = await database
        .selectFrom('user')
        .select(['id', 'name'])
        .where('id', 'in', ids)
        .unionAll(
          database
            .selectFrom('team')
            .select(['id', 'name'])
            .where('id', 'in', ids)
            .where('organizationId', '=', organisationId),
        )
        .execute();
      return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
    },
  };
}
