import { findReadableSchema, readableDocumentsSchema } from '../documents.ts';
import type { InsideEndpoint } from './endpoint.ts';

export const rightsEndpoints = {
  findReadable: {
    summary: 'Say which of these documents are there and may be read by the person of the token',
    method: 'POST',
    path: '/internal/readable-documents',
    service: 'rag',
    callers: 'person',
    body: findReadableSchema,
    status: 200,
    response: readableDocumentsSchema,
  },
} as const satisfies Record<string, InsideEndpoint>;
