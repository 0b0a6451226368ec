import { AppError, endpoints } from '@lectern/contracts';
import { AddressRefusedError, type EndpointRoutes, noteForAudit } from '@lectern/service';
import { ownerOf } from '../conversations/owner.ts';
import type { ModelConnections } from './model-connections.ts';
import type { ModelNetwork } from './model-network.ts';

export interface ModelRoutesDependencies {
  readonly connections: ModelConnections;
  readonly network: ModelNetwork;
}

/** Mounts the management of model connections. */
export function mountModelRoutes(
  routes: EndpointRoutes,
  { connections, network }: ModelRoutesDependencies,
): void {
  routes.mount(endpoints.listModelConnections, async ({ principal, query: { limit, cursor } }) => {
    const page = await connections.list(ownerOf(principal), { limit, cursor });
    return { models: page.models, next_cursor: page.nextCursor };
  });

  routes.mount(endpoints.createModelConnection, async ({ response, principal, body }) => {
    const owner = ownerOf(principal);
    await checkAddress(network, body.base_url);
    const id = await connections.create(owner, body);
    const { name, provider, model } = body;
    const origin = originOf(body.base_url);
    noteForAudit(response, { target: id, details: { name, provider, model, origin } });
    return connections.get(owner, id);
  });

  routes.mount(endpoints.getModelConnection, ({ principal, params }) =>
    connections.get(ownerOf(principal), params.id),
  );

  routes.mount(endpoints.updateModelConnection, async ({ response, principal, params, body }) => {
    const owner = ownerOf(principal);
    await checkAddress(network, body.base_url);
    await connections.update(owner, params.id, body);
    const connection = await connections.get(owner, params.id);
    const { name, base_url: url } = connection;
    const details = { name, origin: originOf(url), changed: Object.keys(body) };
    noteForAudit(response, { details });
    return connection;
  });

  routes.mount(endpoints.deleteModelConnection, async ({ response, principal, params }) => {
    const name = await connections.delete(ownerOf(principal), params.id);
    noteForAudit(response, { details: { name } });
  });
}

/** @throws AppError `invalid_request` for a forbidden address. */
async function checkAddress(network: ModelNetwork, url: string | null | undefined): Promise<void> {
  if (typeof url !== 'string') return;
  try {
    await network.checkAddress(url);
  } catch (error) {
    if (!(error instanceof AddressRefusedError)) throw error;
    throw new AppError('invalid_request', `base_url: ${error.message}`, {
      cause: error,
      details: { field: 'base_url' },
    });
  }
}

/** Omits path and query, which may contain a secret. */
function originOf(url: string | null): string | null {
  return url === null ? null : new URL(url).origin;
}
