import type { Endpoint } from '@lectern/contracts';
import type { RequestHandler } from 'express';
import type { Audit } from './audit.ts';

/**
 * Notes the success of a route that a service answers, where its row names an action. Such a request
 * is carried to its end though the caller goes away: what is done has its line.
 */
export function auditEndpoint({ audited }: Endpoint, audit: Audit): RequestHandler[] {
  if (audited === undefined) return [];
  return [
    (request, _response, next) => {
      request.outlivesCaller = true;
      request.onAnswered = async (status, note) => {
        if (status >= 300) return;
        const { id } = request.params;
        await audit(request, {
          action: audited,
          ...(typeof id === 'string' && { target: id }),
          ...note,
        });
      };
      next();
    },
  ];
}
