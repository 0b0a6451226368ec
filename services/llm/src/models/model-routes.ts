import { AppError, endpoints } from '@lectern/contracts';
import {
  AddressRefusedError,
  addAuditDetails,
  type EndpointRoutes,
  invalidField,
  startDeadline,
  waitAtMost,
} from '@lectern/service';
import { ownerOf } from '../conversations/owner.ts';
import type { Owner } from '../ports/owner.ts';
import { discoverModels, type ModelPorts } from './discover-models.ts';
import type { ModelNetwork } from './model-network.ts';
import { type TestDependencies, testModel } from './test-model.ts';

export interface ModelRoutesDependencies extends TestDependencies {
  readonly ports: ModelPorts;
}

const maxTestMs = 120_000;
const maxDiscoveryMs = 10_000;
/** Maximum wait for the first test of a new connection, which continues in the background. */
const patienceMs = 20_000;

/** Mounts the management of model connections. */
export function mountModelRoutes(
  routes: EndpointRoutes,
  dependencies: ModelRoutesDependencies,
): void {
  const { connections, network, ports } = dependencies;

  routes.mount(endpoints.listModelConnections, async ({ principal, query: { limit, cursor } }) => {
    const page = await connections.list(principal, { limit, cursor });
    return { models: page.models, next_cursor: page.nextCursor };
  });

  routes.mount(endpoints.createModelConnection, async ({ response, principal, body }) => {
    const owner = ownerOf(principal);
    await checkAddress(network, body.base_url);
    const id = await connections.create(owner, body);
    if (!body.capabilities) await testNow(dependencies, owner, id);
    const { name, provider, model } = body;
    const origin = originOf(body.base_url);
    addAuditDetails(response, { target: id, details: { name, provider, model, origin } });
    return connections.get(principal, id);
  });

  routes.mount(endpoints.getModelConnection, ({ principal, params }) =>
    connections.get(principal, params.id),
  );

  routes.mount(endpoints.updateModelConnection, async ({ response, principal, params, body }) => {
    const owner = ownerOf(principal);
    await checkAddress(network, body.base_url);
    await connections.update(owner, params.id, body);
    const isReachedAnew = reachedBy.some((name) => body[name] !== undefined);
    if (isReachedAnew && !body.capabilities) await testNow(dependencies, owner, params.id);
    const connection = await connections.get(principal, params.id);
    const { name, base_url: url } = connection;
    const details = { name, origin: originOf(url), changed: Object.keys(body) };
    addAuditDetails(response, { details });
    return connection;
  });

  routes.mount(endpoints.testModelConnection, ({ request, response, principal, body }) => {
    const deadline = startDeadline(request, response, maxTestMs);
    const test = { owner: ownerOf(principal), asked: body };
    return deadline.run(() => testModel(dependencies, test, deadline.signal));
  });

  routes.mount(endpoints.discoverModels, async ({ request, response, principal }) => {
    if ((await connections.findRole(ownerOf(principal))) !== 'owner') {
      throw new AppError('forbidden', 'Only owners may look for model servers.');
    }
    const { signal } = startDeadline(request, response, maxDiscoveryMs);
    return { servers: await discoverModels(network, ports, signal) };
  });

  routes.mount(endpoints.deleteModelConnection, async ({ response, principal, params }) => {
    const name = await connections.delete(ownerOf(principal), params.id);
    addAuditDetails(response, { details: { name } });
  });
}

/** Fields whose change makes a connection another one. */
const reachedBy = ['provider', 'base_url', 'model', 'api_key'] as const;

/** Tries a stored connection. A failure is part of its health. */
async function testNow(
  dependencies: ModelRoutesDependencies,
  owner: Owner,
  id: string,
): Promise<void> {
  const signal = AbortSignal.timeout(maxTestMs);
  const testing = testModel(dependencies, { owner, asked: { id } }, signal);
  testing.catch(() => undefined);
  await waitAtMost(patienceMs, testing);
}

/** @throws AppError `invalid_request` for a forbidden address. */
async function checkAddress(network: ModelNetwork, url: string | null | undefined): Promise<void> {
  if (typeof url !== 'string') return;
  try {
    await network.checkAddress(url);
  } catch (error) {
    if (!(error instanceof AddressRefusedError)) throw error;
    throw invalidField('base_url', error.message, { rule: 'address', cause: error });
  }
}

/** Omits path and query, which may contain a secret. */
function originOf(url: string | null): string | null {
  return url === null ? null : new URL(url).origin;
}
