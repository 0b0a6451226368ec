/** Entry of the process that talks with outside MCP servers for the service. */
import type { OnClose } from '@lectern/service';
import { lowerPriority } from '@lectern/service/lower-priority';
import { openOutsideServers } from './upstream/connections/mcp-outside-servers.ts';
import type {
  ProcessOrder,
  ProcessReport,
  SentServer,
} from './upstream/connections/open-servers-process.ts';
import {
  OutsideServerError,
  type OutsideServers,
  type ServerConnection,
} from './upstream/connections/outside-servers.ts';

// Other requests go first, and ingestion (5) goes last.
lowerPriority(4);

const closers: Parameters<OnClose>[0][] = [];
const report = (message: ProcessReport) => process.send?.(message);
let servers: OutsideServers;
const running = new Map<number, { readonly abort: AbortController; readonly free: () => void }>();

async function run(
  id: number,
  work: (signal: AbortSignal, freed: Promise<void>) => Promise<unknown>,
): Promise<void> {
  const abort = new AbortController();
  const { promise: freed, resolve: free } = Promise.withResolvers<void>();
  running.set(id, { abort, free });
  try {
    report({ kind: 'result', id, result: await work(abort.signal, freed) });
  } catch (error) {
    const known = error instanceof OutsideServerError ? error : undefined;
    report({
      kind: 'failure',
      id,
      reason: known?.reason ?? 'timeout',
      retryAfter: known?.retryAfter,
    });
  } finally {
    running.delete(id);
  }
}

const toConnection = ({ credentials, ...server }: SentServer): ServerConnection => ({
  ...server,
  openCredentials: () => credentials,
});

process.on('disconnect', () => process.exit());
process.on('message', (order: ProcessOrder) => {
  switch (order.kind) {
    case 'open':
      servers = openOutsideServers(
        {
          ...order.options,
          logger: { warn: (fields, message) => report({ kind: 'warning', fields, message }) },
          onLargeAnswer: (organisationId) => report({ kind: 'large', organisationId }),
        },
        (close) => closers.push(close),
      );
      servers.onListChanged((serverId) => report({ kind: 'changed', serverId }));
      break;
    case 'check':
      void run(order.id, () => servers.checkAddress(order.url));
      break;
    case 'read':
      void run(order.id, (signal) => servers.readCatalogue(toConnection(order.server), signal));
      break;
    case 'call':
      void run(order.id, (signal, freed) =>
        servers.callTool(toConnection(order.server), { ...order.call, signal }, async (result) => {
          report({ kind: 'result', id: order.id, result });
          await freed;
        }),
      );
      break;
    case 'free':
      running.get(order.id)?.free();
      break;
    case 'abort':
      running.get(order.id)?.abort.abort();
      // Its answer may be on the way to nobody.
      running.get(order.id)?.free();
      break;
    case 'forget':
      servers.forget(order.serverId);
      break;
    case 'ping':
      report({ kind: 'pong' });
      break;
    case 'close':
      void Promise.allSettled(closers.map((close) => close())).then(() => process.exit());
  }
});
