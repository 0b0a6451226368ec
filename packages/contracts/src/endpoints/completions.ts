import { completionRequestSchema, completionResponseSchema } from '../chat.ts';
import type { InsideEndpoint } from './endpoint.ts';

export const completionEndpoints = {
  complete: {
    summary: 'Call the bare model: no tools, no retrieval',
    method: 'POST',
    path: '/internal/completions',
    service: 'llm',
    callers: ['rag'],
    body: completionRequestSchema,
    maxBodyBytes: 16 * 1_048_576,
    status: 200,
    response: completionResponseSchema,
    events: true,
  },
} as const satisfies Record<string, InsideEndpoint>;
