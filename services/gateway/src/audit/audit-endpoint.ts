import type { Endpoint } from '@lectern/contracts';
import type { RequestHandler } from 'express';
import type { Audit } from './audit.ts';

/**
 * Notes the success of a route that a service answers, where its row names an action; where the
 * service failed, broke off or was too late, that its outcome is unknown. What was refused has no
 * line. Such a request
 * is carried to its end though the caller goes away: what is done has its line.
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
