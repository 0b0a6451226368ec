import { articlesRequestSchema, articlesResponseSchema } from '../articles.ts';
import { searchRequestSchema, searchResponseSchema } from '../search.ts';
import type { Endpoint } from './endpoint.ts';

export const searchEndpoints = {
  search: {
    summary: 'Search for passages',
    method: 'POST',
    path: '/api/search',
    service: 'rag',
    insidePath: '/rag/search',
    access: 'search',
    repeatable: true,
    body: searchRequestSchema,
    status: 200,
    response: searchResponseSchema,
  },
  retrieveArticles: {
    summary: 'Find whole articles',
    method: 'POST',
    path: '/api/articles',
    service: 'rag',
    insidePath: '/rag/articles',
    access: 'search',
    repeatable: true,
    body: articlesRequestSchema,
    status: 200,
    response: articlesResponseSchema,
  },
} as const satisfies Record<string, Endpoint>;
