import { endpoints, insideEndpoints } from '@lectern/contracts';
import {
  createInsideRoutes,
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
  routes.mount(endpoints.listAuditEvents, async ({ principal, query: { limit, cursor } }) => {
    const before = cursor === undefined ? undefined : readCursor(cursorNumberSchema, cursor);
    const events = await auditLog.list(principal.organisationId, { limit: limit + 1, before });
    const { page, nextCursor } = cutPage(events, limit, ({ id }) => id);
    return { events: [...page], next_cursor: nextCursor };
  });
}

/** What other services report, each in its own name. */
export function mountReportedEvents(
  app: Express,
  { auditLog, verifier }: AuditRoutesOptions & { readonly verifier: TokenVerifier },
): void {
  createInsideRoutes(app, verifier).mount(insideEndpoints.addAuditEvent, async ({ body }) => {
    const { organisation_id, user_id, request_id, ...event } = body;
    await auditLog.add({
      ...event,
      organisationId: organisation_id,
      actorId: user_id,
      requestId: request_id,
    });
  });
}
