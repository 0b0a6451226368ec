import { endpoints } from '@lectern/contracts';
import { cursorNumberSchema, cutPage, type EndpointRoutes, readCursor } from '@lectern/service';
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
