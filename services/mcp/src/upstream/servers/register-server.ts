import type { CreateMcpServer, McpServerDetail, UpdateMcpServer } from '@lectern/contracts';
import { invalidField, waitAtMost } from '@lectern/service';
import type { Owner, Reader } from '../access.ts';
import type { CatalogueRefresh } from '../catalogue/catalogue-refresh.ts';
import type { McpCatalogue } from '../catalogue/mcp-catalogue.ts';
import { OutsideServerError, type OutsideServers } from '../connections/outside-servers.ts';
import type { McpServers } from './mcp-servers.ts';

export interface RegistrationDependencies {
  readonly servers: McpServers;
  readonly catalogue: McpCatalogue;
  readonly outside: OutsideServers;
  readonly refresh: CatalogueRefresh;
}

/** Maximum wait for the first catalogue of a server; a slower one is read in the background. */
const patienceMs = 5_000;

/**
 * Registers a server and reads its catalogue. A server that does not answer is registered too.
 * @throws AppError `invalid_request` for a forbidden address.
 */
export async function registerServer(
  dependencies: RegistrationDependencies,
  owner: Reader,
  server: CreateMcpServer,
): Promise<McpServerDetail> {
  await dependencies.servers.requireManager(owner);
  await checkAddresses(dependencies.outside, server);
  const id = await dependencies.servers.create(owner, server);
  await readNow(dependencies, owner, id);
  return dependencies.servers.get(owner, id);
}

/**
 * Changes a server and reads its catalogue.
 * @throws AppError as `registerServer` does, and `mcp_server_not_found`.
 */
export async function changeServer(
  dependencies: RegistrationDependencies,
  owner: Reader,
  { id, changes }: { readonly id: string; readonly changes: UpdateMcpServer },
): Promise<McpServerDetail> {
  await dependencies.servers.requireManager(owner);
  await checkAddresses(dependencies.outside, changes);
  await dependencies.servers.update(owner, id, changes);
  dependencies.outside.forget(id);
  await readNow(dependencies, owner, id);
  return dependencies.servers.get(owner, id);
}

async function readNow(
  { catalogue, refresh }: RegistrationDependencies,
  { organisationId }: Owner,
  id: string,
): Promise<void> {
  const due = await catalogue.listConnections(organisationId, id);
  const reading = refresh.run(due, new AbortController().signal);
  // A slow reading ends by its own deadline and records its failure in the server's health.
  reading.catch(() => undefined);
  await waitAtMost(patienceMs, reading);
}

/** The issuer receives a secret, so its address is checked like the server's. */
async function checkAddresses(
  outside: OutsideServers,
  { url, oauth }: Pick<UpdateMcpServer, 'url' | 'oauth'>,
): Promise<void> {
  if (url !== undefined) await checkAddress(outside, url, 'url');
  if (oauth) await checkAddress(outside, oauth.issuer, 'oauth.issuer');
}

async function checkAddress(outside: OutsideServers, url: string, field: string): Promise<void> {
  try {
    await outside.checkAddress(url);
  } catch (error) {
    if (!(error instanceof OutsideServerError)) throw error;
    if (error.reason !== 'address_refused') return;
    throw invalidField(field, lowerFirst(error.message), { rule: 'address', cause: error });
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
