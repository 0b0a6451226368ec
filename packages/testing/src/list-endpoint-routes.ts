import {
  type Endpoint,
  endpoints,
  type InsideEndpoint,
  insideEndpoints,
  insidePathOf,
  toRoutePath,
} from '@lectern/contracts';

/**
 * The routes that a service serves by the endpoint tables, those between services among them, and
 * those that every service serves.
 */
export function listEndpointRoutes(service: Endpoint['service']): string[] {
  const own = Object.values<Endpoint>(endpoints)
    .filter((endpoint) => endpoint.service === service || everywhere.has(endpoint.path))
    .map((endpoint) => `${endpoint.method} ${toRoutePath(insidePathOf(endpoint))}`);
  const inside = Object.values<InsideEndpoint>(insideEndpoints)
    .filter((endpoint) => endpoint.service === service)
    .map(({ method, path }) => `${method} ${toRoutePath(path)}`);
  return [...own, ...inside, 'GET /metrics'].toSorted();
}

const everywhere = new Set<string>([
  endpoints.getHealth.path,
  endpoints.getLiveness.path,
  endpoints.getReadiness.path,
]);
