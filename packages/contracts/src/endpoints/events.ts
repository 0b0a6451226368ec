import { eventQuerySchema } from '../documents.ts';
import { knowledgeEvents } from '../streams/knowledge-events.ts';
import type { Endpoint } from './endpoint.ts';

export const eventEndpoints = {
  streamEvents: {
    summary: 'Follow documents and collections as they change',
    method: 'GET',
    path: '/api/events',
    service: 'rag',
    insidePath: '/rag/events',
    access: 'documents:read',
    query: eventQuerySchema,
    status: 200,
    events: knowledgeEvents,
    endless: true,
  },
} as const satisfies Record<string, Endpoint>;
