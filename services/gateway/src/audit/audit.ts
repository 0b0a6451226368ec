import type { Request } from 'express';
import type { AuditLog, NewAuditEvent } from './audit-log.ts';

type RequestEvent = Pick<NewAuditEvent, 'action' | 'target' | 'details'> &
  Partial<Pick<NewAuditEvent, 'organisationId' | 'actorId'>>;

/**
 * Audits a request: by its caller, in the caller's organisation, unless the event says otherwise.
 * An event that cannot be written goes to the process log, since the action is done.
 */
export type Audit = (request: Request, event: RequestEvent) => Promise<void>;

export function createAudit(auditLog: AuditLog): Audit {
  return async (request, event) => {
    const entry = {
      organisationId: request.caller?.organisationId,
      actorId: request.caller?.userId,
      address: request.ip,
      requestId: request.id,
      ...event,
    };
    await auditLog.add(entry).catch((error: unknown) => {
      request.log.error({ err: error, event: entry }, 'an audit event could not be written');
    });
  };
}
