import type { Logger } from '@lectern/service';
import type { ServerConnection } from '../ports/outside-servers.ts';
import { OutsideServerError, type OutsideServers } from '../ports/outside-servers.ts';
import type { McpCatalogue } from './mcp-catalogue.ts';

export interface RefreshDependencies {
  readonly catalogue: McpCatalogue;
  readonly outside: OutsideServers;
  readonly logger: Logger;
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
const unexpected = 'What the server offers could not be stored.';

/**
 * Asks a server what it offers and stores it. A failure, of the server or of ours, is an outcome,
 * so that other servers are read all the same.
 */
export async function refreshServer(
  { catalogue, outside, logger }: RefreshDependencies,
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
    if (failure instanceof OutsideServerError) {
      await catalogue.recordFailure(server.id, failure.message);
      return outcome('failure', 0, failure.message);
    }
    logger.error({ err: error, server_id: server.id }, 'a catalogue could not be kept');
    return outcome('failure', 0, unexpected);
  }
}
