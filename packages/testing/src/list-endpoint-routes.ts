import { type Endpoint, endpoints, insidePathOf, toRoutePath } from '@lectern/contracts';

/** The routes that a service serves by the endpoint table, and those that every service serves. */
export function listEndpointRoutes(service: Endpoint['service']): string[] {
  return Object.values<Endpoint>(endpoints)
    .filter((endpoint) => endpoint.service === service || everywhere.has(endpoint.path))
    .map((endpoint) => `${endpoint.method} ${toRoutePath(insidePathOf(endpoint))}`)
    .toSorted();
}

const everywhere = new Set<string>([
  endpoints.getHealth.path,
  endpoints.getLiveness.path,
  endpoints.getReadiness.path,
]);
