import { AppError, pageQuerySchema } from '@lectern/contracts';
import { validate } from '@lectern/service';
import type { Express, RequestHandler } from 'express';
import { getCaller } from '../identity/require-caller.ts';
import type { AuditLog } from '../ports/audit-log.ts';
import type { Audit } from './audit.ts';

export interface AuditRoutesOptions {
  readonly auditLog: AuditLog;
  readonly requireAdmin: RequestHandler;
}

export function mountAuditRoutes(
  app: Express,
  { auditLog, requireAdmin }: AuditRoutesOptions,
): void {
  app.get('/api/audit', requireAdmin, async (request, response) => {
    const { limit, cursor } = validate(pageQuerySchema, request.query);
    if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) {
      throw new AppError('invalid_request', 'cursor: is not one of ours', {
        details: { field: 'cursor' },
      });
    }
    const { organisationId } = getCaller(request);
    const events = await auditLog.list(organisationId, { limit: limit + 1, before: cursor });
    const page = events.slice(0, limit);
    const next = events.length > limit ? page.at(-1)?.id : undefined;
    response.json({ events: page, next_cursor: next ?? null });
  });
}

/** Notes changes of grants, which rag answers. Mount before the proxy. */
export function auditGrants(app: Express, audit: Audit): void {
  app.put('/api/collections/:id/grants', (request, response, next) => {
    response.once('finish', () => {
      if (response.statusCode >= 300) return;
      void audit(request, { action: 'grants.replaced', target: request.params.id });
    });
    next();
  });
}
