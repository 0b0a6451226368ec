import {
  createdTokenSchema,
  createTokenSchema,
  rebuildStateSchema,
  suiteHealthSchema,
} from '../admin.ts';
import type { Endpoint } from './endpoint.ts';

export const adminEndpoints = {
  rebuildIndex: {
    summary: 'Fill the search index again from the documents',
    method: 'POST',
    path: '/api/admin/rebuild-index',
    service: 'rag',
    insidePath: '/rag/admin/rebuild-index',
    access: 'operator',
    status: 202,
    response: rebuildStateSchema,
  },
  getRebuild: {
    summary: 'See how far the search index is in being filled again',
    method: 'GET',
    path: '/api/admin/rebuild-index',
    service: 'rag',
    insidePath: '/rag/admin/rebuild-index',
    access: 'operator',
    status: 200,
    response: rebuildStateSchema,
  },
  getSuiteHealth: {
    summary: 'What each service tells of itself',
    method: 'GET',
    path: '/api/admin/health',
    service: 'gateway',
    access: 'operator',
    status: 200,
    response: suiteHealthSchema,
  },
  createToken: {
    summary: 'Make an internal token that speaks for a member, for ten minutes',
    method: 'POST',
    path: '/api/admin/tokens',
    service: 'gateway',
    access: 'admin',
    body: createTokenSchema,
    status: 201,
    response: createdTokenSchema,
  },
} as const satisfies Record<string, Endpoint>;
