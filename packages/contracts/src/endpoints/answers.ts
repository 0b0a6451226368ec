import { askRequestSchema, askResponseSchema } from '../ask.ts';
import { askEvents } from '../streams/ask-events.ts';
import type { Endpoint } from './endpoint.ts';

export const answerEndpoints = {
  ask: {
    summary: 'Ask one question and get a cited answer',
    method: 'POST',
    path: '/api/ask',
    service: 'rag',
    insidePath: '/rag/chat',
    access: 'chat',
    repeatable: true,
    body: askRequestSchema,
    maxBodyBytes: 2 * 1_048_576,
    status: 200,
    response: askResponseSchema,
    events: askEvents,
  },
} as const satisfies Record<string, Endpoint>;
