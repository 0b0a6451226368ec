import { newAuditEventsSchema } from '../audit.ts';
import type { InsideEndpoint } from './endpoint.ts';

export const auditEventEndpoints = {
  addAuditEvents: {
    summary: 'Write down what people did at another service',
    method: 'POST',
    path: '/internal/audit-events',
    service: 'gateway',
    callers: ['mcp'],
    body: newAuditEventsSchema,
    maxBodyBytes: 524_288,
    status: 204,
  },
} as const satisfies Record<string, InsideEndpoint>;
