import type { Endpoint } from '@lectern/contracts';
import type { RequestHandler } from 'express';
import type { Audit } from './audit.ts';

/** Notes the success of a route that a service answers, where its row names an action. */
export function auditEndpoint({ audited }: Endpoint, audit: Audit): RequestHandler[] {
  if (audited === undefined) return [];
  return [
    (request, response, next) => {
      response.once('finish', () => {
        if (response.statusCode >= 300) return;
        const { id } = request.params;
        void audit(request, {
          action: audited,
          ...(typeof id === 'string' && { target: id }),
          ...request.auditNote,
        });
      });
      next();
    },
  ];
}
