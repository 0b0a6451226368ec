import { completionRequestSchema, completionResponseSchema } from '../chat.ts';
import { completionEvents } from '../streams/completion-events.ts';
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
    events: completionEvents,
  },
} as const satisfies Record<string, InsideEndpoint>;
