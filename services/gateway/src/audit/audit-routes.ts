import { AppError, endpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import type { AuditLog } from './audit-log.ts';

export interface AuditRoutesOptions {
  readonly auditLog: AuditLog;
}

export function mountAuditRoutes(routes: EndpointRoutes, { auditLog }: AuditRoutesOptions): void {
  routes.mount(endpoints.listAuditEvents, async ({ principal, query: { limit, cursor } }) => {
    if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) {
      throw new AppError('invalid_request', 'cursor: is not one of ours', {
        details: { field: 'cursor' },
      });
    }
    const events = await auditLog.list(principal.organisationId, {
      limit: limit + 1,
      before: cursor,
    });
    const page = events.slice(0, limit);
    const next = events.length > limit ? page.at(-1)?.id : undefined;
    return { events: page, next_cursor: next ?? null };
  });
}
