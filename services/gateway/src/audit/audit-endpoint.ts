import type { Endpoint } from '@lectern/contracts';
import type { RequestHandler } from 'express';
import type { Audit } from './audit.ts';

/**
 * Audits a request to another service if its endpoint names an action: a success, or an unknown
 * outcome when the service failed, broke off or was late. Rejected requests are not audited. An
 * audited request runs to its end even if the caller leaves.
 */
export function auditEndpoint({ audited }: Endpoint, audit: Audit): RequestHandler[] {
  if (audited === undefined) return [];
  return [
    (request, _response, next) => {
      request.outlivesCaller = true;
      let isNoted = false;
      request.onAnswered = async (status, note) => {
        if (isNoted) return;
        isNoted = true;
        const isUnknown = status >= 500;
        if (status >= 300 && !isUnknown) return;
        const { id } = request.params;
        await audit(request, {
          action: audited,
          ...(typeof id === 'string' && { target: id }),
          ...note,
          ...(isUnknown && { details: { ...note?.details, outcome: 'unknown', status } }),
        });
      };
      next();
    },
  ];
}
