import {
  apiKeyListSchema,
  createApiKeySchema,
  createdApiKeySchema,
  createdTokenSchema,
  createTokenSchema,
  type Endpoint,
  memberListSchema,
  meSchema,
  suiteHealthSchema,
} from '@lectern/contracts';

/** What the reference says of a route. Without `scope`: a session or any key. */
export type DescribedEndpoint = Omit<Endpoint, 'service' | 'insidePath' | 'scope'> &
  Partial<Pick<Endpoint, 'scope'>>;

/** Routes that the gateway answers itself. */
export const ownEndpoints = {
  getMe: {
    summary: 'Who calls, where, and with which scopes',
    method: 'GET',
    path: '/api/me',
    status: 200,
    response: meSchema,
  },
  listMembers: {
    summary: 'List the members of the organisation; a key needs the scope admin',
    method: 'GET',
    path: '/api/members',
    status: 200,
    response: memberListSchema,
  },
  listApiKeys: {
    summary: 'List your API keys; a key needs the scope admin',
    method: 'GET',
    path: '/api/keys',
    status: 200,
    response: apiKeyListSchema,
  },
  createApiKey: {
    summary: 'Make an API key, shown this one time; a key needs the scope admin',
    method: 'POST',
    path: '/api/keys',
    body: createApiKeySchema,
    status: 201,
    response: createdApiKeySchema,
  },
  deleteApiKey: {
    summary: 'Delete an API key, which stops working; a key needs the scope admin',
    method: 'DELETE',
    path: '/api/keys/{id}',
    status: 204,
  },
  getSuiteHealth: {
    summary: 'What each service tells of itself',
    method: 'GET',
    path: '/api/admin/health',
    scope: 'admin',
    status: 200,
    response: suiteHealthSchema,
  },
  createToken: {
    summary: 'Make an internal token that speaks for a member, for ten minutes',
    method: 'POST',
    path: '/api/admin/tokens',
    scope: 'admin',
    body: createTokenSchema,
    status: 201,
    response: createdTokenSchema,
  },
} as const satisfies Record<string, DescribedEndpoint>;
