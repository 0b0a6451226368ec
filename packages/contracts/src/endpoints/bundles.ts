import type { Endpoint } from './endpoint.ts';

export const bundleEndpoints = {
  exportBundle: {
    summary: 'Export a collection with its documents, passages and vectors as one file',
    method: 'GET',
    path: '/api/collections/{id}/bundle',
    service: 'rag',
    insidePath: '/rag/collections/{id}/bundle',
    access: 'documents:read',
    notFound: 'collection_not_found',
    audited: 'collection.exported',
    status: 200,
    download: ['application/zip'],
  },
} as const satisfies Record<string, Endpoint>;
