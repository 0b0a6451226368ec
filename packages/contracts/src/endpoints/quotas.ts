import { quotaListSchema } from '../quotas.ts';
import type { Endpoint } from './endpoint.ts';

export const quotaEndpoints = {
  listQuotas: {
    summary: 'What the organisation may have, and what it uses of that',
    method: 'GET',
    path: '/api/quotas',
    service: 'gateway',
    access: 'admin',
    status: 200,
    response: quotaListSchema,
  },
  getDocumentQuotas: {
    summary: 'The quotas of documents alone',
    method: 'GET',
    path: '/api/quotas/documents',
    service: 'rag',
    insidePath: '/rag/quotas',
    access: 'admin',
    status: 200,
    response: quotaListSchema,
  },
  getConversationQuotas: {
    summary: 'The quotas of conversations alone',
    method: 'GET',
    path: '/api/quotas/conversations',
    service: 'llm',
    access: 'admin',
    status: 200,
    response: quotaListSchema,
  },
} as const satisfies Record<string, Endpoint>;
