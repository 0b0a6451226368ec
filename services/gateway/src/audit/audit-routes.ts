import { type AuditEvent, endpoints, insideEndpoints } from '@lectern/contracts';
import {
  createInternalRoutes,
  cursorNumberSchema,
  cutPage,
  type EndpointRoutes,
  readCursor,
  type TokenVerifier,
} from '@lectern/service';
import type { Express } from 'express';
import type { AuditLog } from './audit-log.ts';

export interface AuditRoutesOptions {
  readonly auditLog: AuditLog;
}

export function mountAuditRoutes(routes: EndpointRoutes, { auditLog }: AuditRoutesOptions): void {
  routes.mount(endpoints.listAuditEvents, async ({ principal: { organisationId }, query }) => {
    const { limit, cursor, action, actor_id: actorId } = query;
    const before = cursor === undefined ? undefined : readCursor(cursorNumberSchema, cursor);
    const wanted = { limit: limit + 1, before, action, actorId };
    const events = await auditLog.list(organisationId, wanted);
    const { page, nextCursor } = cutPage(events, limit, ({ id }) => id);
    const names = await auditLog.findNames(organisationId, listIds(page));
    return { events: [...page], names, next_cursor: nextCursor };
  });
}

/** Returns the ids of people and teams in the events. */
function listIds(events: readonly AuditEvent[]): string[] {
  const ids = events.flatMap(({ actor_id, target, details }) => [
    actor_id,
    target,
    details.user_id,
  ]);
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}

/** Mounts the route where other services report events in their own name. */
export function mountReportedEvents(
  app: Express,
  { auditLog, verifier }: AuditRoutesOptions & { readonly verifier: TokenVerifier },
): void {
  createInternalRoutes(app, verifier).mount(insideEndpoints.addAuditEvents, async ({ body }) => {
    await auditLog.addAll(body.events);
  });
}
