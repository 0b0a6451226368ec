import {
  createdTokenSchema,
  createTokenSchema,
  rebuildStateSchema,
  resetSignInAnswerSchema,
  resetSignInSchema,
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
  resetSignIn: {
    summary:
      "Take away a person's binding to the identity provider, the passkeys or the second factor",
    method: 'POST',
    path: '/api/admin/sign-in-resets',
    service: 'gateway',
    access: 'operator',
    repeatable: true,
    body: resetSignInSchema,
    status: 200,
    response: resetSignInAnswerSchema,
  },
} as const satisfies Record<string, Endpoint>;
