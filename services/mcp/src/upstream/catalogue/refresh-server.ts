import { type Logger, withinTime } from '@lectern/service';
import { ReadingEndedError } from '../connections/open-servers-process.ts';
import {
  OutsideServerError,
  type OutsideServers,
  type ServerConnection,
  toTimeout,
} from '../connections/outside-servers.ts';
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
  /** Sentence that describes the failure; null on success. */
  readonly reason: string | null;
  readonly durationMs: number;
}

const catalogueTimeoutMs = 15_000;
/** Timeout of storing it, including the wait in the queue. */
const savingTimeoutMs = 60_000;
const unexpected = 'The catalogue of the server could not be stored.';

/**
 * Reads and stores the catalogue of a server. A failure is an outcome, so that it does not affect
 * other servers.
 */
export async function refreshServer(
  { catalogue, outside, logger }: RefreshDependencies,
  server: ServerConnection,
  signal: AbortSignal,
): Promise<Refreshed> {
  const startedAt = performance.now();
  const outcome = (status: Refreshed['status'], toolCount: number, reason: string | null) => ({
    name: server.name,
    status,
    toolCount,
    reason,
    durationMs: Math.round(performance.now() - startedAt),
  });
  try {
    await catalogue.beginRead(server.id);
    const limit = { signal, timeoutMs: catalogueTimeoutMs, late: toTimeout };
    const found = await withinTime(limit, (inTime) => outside.readCatalogue(server, inTime));
    const toolCount = await withinTime({ signal, timeoutMs: savingTimeoutMs }, (inTime) =>
      catalogue.saveCatalogue(server, found, inTime),
    );
    await catalogue.recordSuccess(server.id);
    return outcome('success', toolCount, null);
  } catch (error) {
    const failure = error instanceof OutsideServerError ? error : undefined;
    const isOwn = signal.aborted || failure === undefined || failure.reason === 'busy';
    // A reading that ended its process stays unfinished, so that the server rests.
    const hasEnded = error instanceof ReadingEndedError;
    if (isOwn && !hasEnded) await catalogue.releaseRead(server.id).catch(() => undefined);
    signal.throwIfAborted();
    if (failure) {
      if (!isOwn) await catalogue.recordFailure(server.id, failure);
      return outcome('failure', 0, failure.message);
    }
    logger.error({ err: error, server_id: server.id }, 'a catalogue could not be stored');
    return outcome('failure', 0, unexpected);
  }
}
