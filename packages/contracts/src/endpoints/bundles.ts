import { bundleImportSchema } from '../bundles.ts';
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
  importBundle: {
    summary: 'Import a bundle as a collection, below `parent_id` if that is sent before the file',
    method: 'POST',
    path: '/api/bundles',
    service: 'rag',
    insidePath: '/rag/bundles',
    access: 'documents:write',
    upload: 'file',
    keyedUpload: true,
    status: 202,
    response: bundleImportSchema,
  },
  getBundleImport: {
    summary: 'Read the state of an import',
    method: 'GET',
    path: '/api/bundles/{id}',
    service: 'rag',
    insidePath: '/rag/bundles/{id}',
    access: 'documents:write',
    notFound: 'bundle_import_not_found',
    status: 200,
    response: bundleImportSchema,
  },
} as const satisfies Record<string, Endpoint>;
