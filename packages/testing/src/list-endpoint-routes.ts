import {
  type Endpoint,
  endpoints,
  type InsideEndpoint,
  insideEndpoints,
  insidePathOf,
  toRoutePath,
} from '@lectern/contracts';

/**
 * Returns the routes of a service by the endpoint tables, internal ones included, and those of
 * every service.
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
