import { usageQuerySchema, usageSchema } from '../usage.ts';
import type { Endpoint } from './endpoint.ts';

export const usageEndpoints = {
  getUsage: {
    summary: 'Questions, answers and ratings of the organisation by day',
    method: 'GET',
    path: '/api/usage',
    service: 'llm',
    insidePath: '/usage',
    access: 'admin',
    query: usageQuerySchema,
    status: 200,
    response: usageSchema,
  },
} as const satisfies Record<string, Endpoint>;
