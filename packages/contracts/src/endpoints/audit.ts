import { auditListQuerySchema, auditListSchema } from '../audit.ts';
import type { Endpoint } from './endpoint.ts';

export const auditEndpoints = {
  listAuditEvents: {
    summary: 'Read who did what in the organisation, newest first',
    method: 'GET',
    path: '/api/audit',
    service: 'gateway',
    access: 'admin',
    query: auditListQuerySchema,
    status: 200,
    response: auditListSchema,
  },
} as const satisfies Record<string, Endpoint>;
