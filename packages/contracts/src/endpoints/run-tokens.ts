import { runTokenRequestSchema, runTokenSchema } from '../run-tokens.ts';
import type { InsideEndpoint } from './endpoint.ts';

export const runTokenEndpoints = {
  createRunToken: {
    summary: 'Make a fresh token for a run that goes on without its person',
    method: 'POST',
    path: '/internal/run-tokens',
    service: 'gateway',
    callers: ['llm'],
    body: runTokenRequestSchema,
    maxBodyBytes: 16_384,
    status: 200,
    response: runTokenSchema,
  },
} as const satisfies Record<string, InsideEndpoint>;
