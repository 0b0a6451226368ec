import { healthSchema, openApiSchema, probeSchema } from '../health.ts';
import type { Endpoint } from './endpoint.ts';

/** Routes of every service for monitoring; only the gateway is reachable from outside. */
export const operationsEndpoints = {
  getHealth: {
    summary: 'Whether the suite works, and each service behind the gateway',
    method: 'GET',
    path: '/health',
    service: 'gateway',
    access: 'public',
    status: 200,
    response: healthSchema,
  },
  getLiveness: {
    summary: 'Whether the process lives',
    method: 'GET',
    path: '/livez',
    service: 'gateway',
    access: 'public',
    status: 200,
    response: probeSchema,
  },
  getReadiness: {
    summary: 'Whether requests can be served; 503 when not',
    method: 'GET',
    path: '/readyz',
    service: 'gateway',
    access: 'public',
    status: 200,
    response: probeSchema,
  },
  getOpenApi: {
    summary: 'This description, as OpenAPI 3.1',
    method: 'GET',
    path: '/openapi.json',
    service: 'gateway',
    access: 'public',
    status: 200,
    response: openApiSchema,
  },
} as const satisfies Record<string, Endpoint>;
