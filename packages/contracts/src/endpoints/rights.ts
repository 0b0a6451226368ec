import { findReadableSchema, readableDocumentsSchema } from '../documents.ts';
import type { InsideEndpoint } from './endpoint.ts';

export const rightsEndpoints = {
  findReadable: {
    summary:
      'Return the documents and collections that exist and that the person of the token may read',
    method: 'POST',
    path: '/internal/readable-documents',
    service: 'rag',
    callers: 'person',
    body: findReadableSchema,
    status: 200,
    response: readableDocumentsSchema,
  },
} as const satisfies Record<string, InsideEndpoint>;
