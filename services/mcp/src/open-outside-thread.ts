import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { OnClose } from '@lectern/service';
import {
  type OutsideServersOptions,
  openOutsideServers,
} from './upstream/connections/mcp-outside-servers.ts';
import type {
  SentServer,
  ThreadOrder,
  ThreadReport,
} from './upstream/connections/open-servers-thread.ts';
import {
  OutsideServerError,
  type ServerConnection,
} from './upstream/connections/outside-servers.ts';

// On Linux it applies to this thread alone: other requests go first, and ingestion (5) goes last.
setPriority(0, 4);

const closers: Parameters<OnClose>[0][] = [];
const report = (message: ThreadReport) => parentPort?.postMessage(message);
const servers = openOutsideServers(
  {
    ...(workerData as Omit<OutsideServersOptions, 'logger'>),
    logger: { warn: (fields, message) => report({ kind: 'warning', fields, message }) },
  },
  (close) => closers.push(close),
);
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

servers.onListChanged((serverId) => report({ kind: 'changed', serverId }));
parentPort?.on('message', (order: ThreadOrder) => {
  switch (order.kind) {
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
      void Promise.allSettled(closers.map((close) => close())).then(() => parentPort?.close());
  }
});
