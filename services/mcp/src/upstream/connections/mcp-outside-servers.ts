import {
  type AddressGuard,
  createAddressGuard,
  type Logger,
  type OnClose,
  openGuardedFetch,
  type ResolveHost,
  runPeriodically,
  withSpan,
} from '@lectern/service';
import {
  type Catalogue,
  type OutsideAnswer,
  OutsideServerError,
  type OutsideServers,
  type OutsideToolCall,
  type ServerConnection,
} from './outside-servers.ts';
import { readCatalogue } from './read-catalogue.ts';
import { idleMs, ServerConnections } from './server-connections.ts';
import { closingItsStream, type StdioProgram } from './server-transport.ts';
import { toOutsideAnswer } from './to-outside-answer.ts';
import { toOutsideError } from './to-outside-error.ts';

export interface OutsideServersOptions {
  /** Hosts that may be private and use plain http. */
  readonly privateHosts: readonly string[];
  readonly programs: Readonly<Record<string, StdioProgram>>;
  readonly version: string;
  readonly logger: Logger;
  readonly resolveHost?: ResolveHost;
}

/** Longer than any call, since calls have their own deadlines. */
const silenceMs = 310_000;
const maxAnswerBytes = 16 * 1024 * 1024;
const maxCallsPerServer = 16;
/** Timeout of one list of a catalogue. */
const listTimeoutMs = 10_000;

export function openOutsideServers(
  { privateHosts, programs, version, logger, resolveHost }: OutsideServersOptions,
  onClose: OnClose,
): OutsideServers {
  const guardOptions = {
    protocols: ['https:', 'http:'] as const,
    privateHosts,
    ...(resolveHost && { resolveHost }),
  };
  const guard = createAddressGuard(guardOptions);
  const fetch = openGuardedFetch({ ...guardOptions, silenceMs, maxAnswerBytes }, onClose);
  const listeners: ((serverId: string) => void)[] = [];
  const connections = new ServerConnections({
    version,
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
  const running = new Map<string, number>();

  const within = async <Result>(
    server: ServerConnection,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const count = running.get(server.id) ?? 0;
    if (count >= maxCallsPerServer) throw new OutsideServerError('busy');
    running.set(server.id, count + 1);
    try {
      requireTransportSecurity(guard, server.url, privateHosts);
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      throw toOutsideError(error);
    } finally {
      const left = (running.get(server.id) ?? 1) - 1;
      if (left > 0) running.set(server.id, left);
      else running.delete(server.id);
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
      within(server, signal, () =>
        connections.use(server, { signal, timeoutMs: listTimeoutMs }, (client) =>
          readCatalogue(client, {
            serverId: server.id,
            logger,
            signal,
            timeout: listTimeoutMs,
          }),
        ),
      ),
    callTool: (server, call: OutsideToolCall): Promise<OutsideAnswer> =>
      within(server, call.signal, () =>
        withSpan('outside tool', { kind: 'client' }, () =>
          connections.use(server, call, async (client) => {
            const options = { signal: call.signal, timeout: call.timeoutMs };
            const result = await closingItsStream(() =>
              client.callTool(
                { name: call.tool, arguments: { ...call.arguments } },
                { ...options, toolDefinition: toTool(call) },
              ),
            );
            return toOutsideAnswer(result);
          }),
        ),
      ),
    forget: (id) => connections.drop(id),
    onListChanged(listener) {
      listeners.push(listener);
    },
  };
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
