import { newAuditEventSchema } from '../audit.ts';
import type { InsideEndpoint } from './endpoint.ts';

export const auditEventEndpoints = {
  addAuditEvent: {
    summary: 'Write down what a person did at another service',
    method: 'POST',
    path: '/internal/audit-events',
    service: 'gateway',
    callers: ['llm'],
    body: newAuditEventSchema,
    maxBodyBytes: 16_384,
    status: 204,
  },
} as const satisfies Record<string, InsideEndpoint>;
