import { apiKeyListSchema, createApiKeySchema, createdApiKeySchema } from '../account.ts';
import { pageQuerySchema } from '../query-values.ts';
import type { Endpoint } from './endpoint.ts';

export const keyEndpoints = {
  listApiKeys: {
    summary: 'List your API keys',
    method: 'GET',
    path: '/api/keys',
    service: 'gateway',
    access: 'session_or_admin_key',
    query: pageQuerySchema,
    status: 200,
    response: apiKeyListSchema,
  },
  createApiKey: {
    summary: 'Make an API key, shown this one time',
    method: 'POST',
    path: '/api/keys',
    service: 'gateway',
    access: 'session_or_admin_key',
    body: createApiKeySchema,
    status: 201,
    response: createdApiKeySchema,
  },
  deleteApiKey: {
    summary: 'Delete an API key, which stops working',
    method: 'DELETE',
    path: '/api/keys/{id}',
    service: 'gateway',
    access: 'session_or_admin_key',
    status: 204,
  },
} as const satisfies Record<string, Endpoint>;
