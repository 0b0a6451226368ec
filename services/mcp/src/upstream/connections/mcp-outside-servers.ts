import type { OnClose } from '@lectern/service';
import {
  type AddressGuard,
  createAddressGuard,
  openGuardedFetch,
  runPeriodically,
} from '@lectern/service/outbound';
import { AnswerBudget, type AnswerLimits, currentReading } from './answer-budget.ts';
import {
  type Catalogue,
  OutsideServerError,
  type OutsideServers,
  type OutsideToolCall,
  type ServerConnection,
} from './outside-servers.ts';
import { readCatalogue } from './read-catalogue.ts';
import { idleMs, ServerConnections } from './server-connections.ts';
import type { StdioProgram } from './server-transport.ts';
import { toOutsideAnswer } from './to-outside-answer.ts';
import { toOutsideError } from './to-outside-error.ts';

export interface OutsideServersOptions {
  /** Hosts that may be private and use plain http. */
  readonly privateHosts: readonly string[];
  readonly programs: Readonly<Record<string, StdioProgram>>;
  readonly version: string;
  readonly logger: { warn(fields: object, message: string): void };
  /** Called after an answer that took long to read. */
  readonly onLargeAnswer?: (organisationId: string) => void;
}

/** Longer than any call, since calls have their own deadlines. */
const silenceMs = 310_000;
const maxCallsPerServer = 16;
const maxCallsPerOrganisation = 64;
/** Limits of the answers of a call; longer texts than 4 million characters are cut anyway. */
const callLimits = { maxBytes: 8 * 1024 * 1024, maxDepth: 256, maxValues: 100_000 };
/** Limits of all lists of a catalogue. Deep schemas are left out one by one later. */
const catalogueLimits = { maxBytes: 2 * 1024 * 1024, maxDepth: 4_096, maxValues: 100_000 };
/** Sizes of all answers in hand. Parsing needs about five times as much memory. */
const answersInHand = {
  maxSize: 40 * 1024 * 1024,
  maxSizeOfOrganisation: 16 * 1024 * 1024,
};
const listTimeoutMs = 10_000;

export function openOutsideServers(
  { privateHosts, programs, version, logger, onLargeAnswer }: OutsideServersOptions,
  onClose: OnClose,
): OutsideServers {
  const guardOptions = {
    protocols: ['https:', 'http:'] as const,
    privateHosts,
  };
  const guard = createAddressGuard(guardOptions);
  const fetch = openGuardedFetch({ ...guardOptions, silenceMs }, onClose);
  const listeners: ((serverId: string) => void)[] = [];
  const budget = new AnswerBudget(answersInHand);
  const connections = new ServerConnections({
    version,
    budget,
    transport: { fetch, programs },
    onListChanged: (serverId) => {
      for (const listener of listeners) listener(serverId);
    },
  });
  onClose(() => connections.close());
  runPeriodically(
    {
      everyMs: idleMs / 2,
      work: async () => connections.closeIdle(),
      logger,
      failure: 'idle connections to MCP servers could not be closed',
    },
    onClose,
  );
  const running = new RunningOperations();

  const within = async <Result>(
    { server, signal, limits }: Operation,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    using _place = running.enter(server);
    const reading = budget.open(server.organisationId, limits);
    try {
      requireTransportSecurity(guard, server.url, privateHosts);
      return await currentReading.run(reading, () =>
        work(AbortSignal.any([signal, reading.signal])),
      );
    } catch (error) {
      signal.throwIfAborted();
      throw toOutsideError(reading.signal.aborted ? reading.signal.reason : error);
    } finally {
      reading.end();
      if (reading.isLarge) onLargeAnswer?.(server.organisationId);
    }
  };

  return {
    async checkAddress(url) {
      try {
        requireTransportSecurity(guard, url, privateHosts);
        if (url.startsWith('stdio:')) {
          if (!Object.hasOwn(programs, url.slice('stdio:'.length))) throw refused();
          return;
        }
        await guard.check(new URL(url));
      } catch (error) {
        throw toOutsideError(error);
      }
    },
    readCatalogue: (server, signal): Promise<Catalogue> =>
      within({ server, signal, limits: catalogueLimits }, (inTime) =>
        connections.use(server, { signal: inTime, timeoutMs: listTimeoutMs }, (client) =>
          readCatalogue(client, {
            serverId: server.id,
            logger,
            signal: inTime,
            timeout: listTimeoutMs,
          }),
        ),
      ),
    callTool: (server, call, use) =>
      within({ server, signal: call.signal, limits: callLimits }, (signal) =>
        connections
          .use(server, { ...call, signal }, (client) =>
            client.callTool(
              { name: call.tool, arguments: { ...call.arguments } },
              { signal, timeout: call.timeoutMs, toolDefinition: toTool(call) },
            ),
          )
          .then((result) => use(toOutsideAnswer(result))),
      ),
    forget: (id) => connections.drop(id),
    onListChanged(listener) {
      listeners.push(listener);
    },
  };
}

interface Operation {
  readonly server: ServerConnection;
  readonly signal: AbortSignal;
  readonly limits: AnswerLimits;
}

class RunningOperations {
  readonly #counts = new Map<string, number>();

  /**
   * Returns the place of an operation, which frees itself.
   * @throws OutsideServerError `busy`.
   */
  enter({ id, organisationId }: ServerConnection): Disposable {
    const places = [
      { key: `server ${id}`, max: maxCallsPerServer },
      { key: `organisation ${organisationId}`, max: maxCallsPerOrganisation },
    ];
    if (places.some(({ key, max }) => (this.#counts.get(key) ?? 0) >= max)) {
      throw new OutsideServerError('busy');
    }
    for (const { key } of places) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    return {
      [Symbol.dispose]: () => {
        for (const { key } of places) {
          const left = (this.#counts.get(key) ?? 1) - 1;
          if (left > 0) this.#counts.set(key, left);
          else this.#counts.delete(key);
        }
      },
    };
  }
}

/** Credentials may be sent in plain text only to hosts that the operator named. */
function requireTransportSecurity(
  guard: AddressGuard,
  url: string,
  privateHosts: readonly string[],
): void {
  if (url.startsWith('stdio:')) return;
  const address = new URL(url);
  guard.requireUrl(address);
  const host = address.hostname.replace(/^\[|\]$/g, '');
  if (address.protocol === 'http:' && !privateHosts.includes(host)) throw refused();
}

function refused(): OutsideServerError {
  return new OutsideServerError('address_refused');
}

/** The output schema is not checked, since untrusted schemas are not compiled. */
function toTool({ tool, definition }: OutsideToolCall) {
  return { name: tool, inputSchema: { ...definition.inputSchema, type: 'object' as const } };
}
