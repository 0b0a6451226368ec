import type { ServerConnection } from '../ports/outside-servers.ts';
import { OutsideServerError, type OutsideServers } from '../ports/outside-servers.ts';
import type { McpCatalogue } from './mcp-catalogue.ts';

export interface RefreshDependencies {
  readonly catalogue: McpCatalogue;
  readonly outside: OutsideServers;
}

export interface Refreshed {
  readonly name: string;
  readonly status: 'success' | 'failure';
  readonly toolCount: number;
  /** Why it failed; a sentence of ours. */
  readonly reason: string | null;
  readonly durationMs: number;
}

/** For everything that one server says of itself. */
const catalogueTimeoutMs = 15_000;

/** Asks a server what it offers and stores it. A server's failure is an outcome, not an error. */
export async function refreshServer(
  { catalogue, outside }: RefreshDependencies,
  server: ServerConnection,
  callerSignal: AbortSignal,
): Promise<Refreshed> {
  const startedAt = performance.now();
  const timeout = AbortSignal.timeout(catalogueTimeoutMs);
  const signal = AbortSignal.any([callerSignal, timeout]);
  const outcome = (status: Refreshed['status'], toolCount: number, reason: string | null) => ({
    name: server.name,
    status,
    toolCount,
    reason,
    durationMs: Math.round(performance.now() - startedAt),
  });
  try {
    const found = await outside.readCatalogue(server, signal);
    const toolCount = await catalogue.saveCatalogue(server.id, found);
    await catalogue.recordSuccess(server.id);
    return outcome('success', toolCount, null);
  } catch (error) {
    callerSignal.throwIfAborted();
    const failure = timeout.aborted ? new OutsideServerError('timeout') : error;
    if (!(failure instanceof OutsideServerError)) throw error;
    await catalogue.recordFailure(server.id, failure.message);
    return outcome('failure', 0, failure.message);
  }
}
