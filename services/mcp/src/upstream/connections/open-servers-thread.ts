import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Logger, type OnClose, runPeriodically, withSpan } from '@lectern/service';
import type { OutsideServersOptions } from './mcp-outside-servers.ts';
import {
  type Catalogue,
  type OutsideAnswer,
  OutsideServerError,
  type OutsideServers,
  type OutsideToolCall,
  type ServerConnection,
  type ServerCredentials,
} from './outside-servers.ts';

export interface SentServer extends Omit<ServerConnection, 'openCredentials'> {
  readonly credentials: ServerCredentials;
}

/** Message to the thread. `id` names an operation. */
export type ThreadOrder =
  | { readonly kind: 'check'; readonly id: number; readonly url: string }
  | { readonly kind: 'read'; readonly id: number; readonly server: SentServer }
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly server: SentServer;
      readonly call: Omit<OutsideToolCall, 'signal'>;
    }
  | { readonly kind: 'close' }
  /** The answer of a call is no longer in use. */
  | { readonly kind: 'free'; readonly id: number }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'forget'; readonly serverId: string }
  | { readonly kind: 'ping' };

/** Message of the thread. */
export type ThreadReport =
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | {
      readonly kind: 'failure';
      readonly id: number;
      readonly reason: OutsideServerError['reason'];
      readonly retryAfter: number | undefined;
    }
  | { readonly kind: 'changed'; readonly serverId: string }
  | { readonly kind: 'warning'; readonly fields: object; readonly message: string }
  | { readonly kind: 'pong' };

/** Heap of the thread. The answers in hand and their parsed values need less. */
const maxHeapMebibytes = 320;
/** Time in which the thread closes its connections. */
const maxCloseMs = 3_000;
const pingEveryMs = 10_000;
/** Unanswered pings after which the thread is ended. */
const maxMissedPings = 3;

/** The thread that read the answer has ended, so nothing is known of the server. */
export class ReadingEndedError extends OutsideServerError {
  constructor() {
    super('busy');
  }
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Opens the client of outside servers in a thread of low priority with a heap of its own, so that
 * an answer delays and ends nothing but the thread. An ended thread is replaced at the next use.
 */
export function openServersThread(
  { logger, ...options }: OutsideServersOptions & { readonly logger: Logger },
  onClose: OnClose,
): OutsideServers {
  const listeners: ((serverId: string) => void)[] = [];
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let lastId = 0;
  let missedPings = 0;

  const start = (): Worker => {
    const worker = new Worker(new URL('../../open-outside-thread.ts', import.meta.url), {
      workerData: options,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMebibytes },
      // Telemetry is started by the process alone.
      execArgv: [],
    });
    worker.on('message', (report: ThreadReport) => {
      if (report.kind === 'pong') missedPings = 0;
      else if (report.kind === 'warning') logger.warn(report.fields, report.message);
      else if (report.kind === 'changed') {
        for (const listener of listeners) listener(report.serverId);
      } else {
        const one = waiting.get(report.id);
        waiting.delete(report.id);
        if (report.kind === 'result') one?.resolve(report.result);
        else one?.reject(new OutsideServerError(report.reason, report));
      }
    });
    worker.on('error', (error) => {
      logger.error({ err: error }, 'the thread of outside MCP servers failed');
    });
    worker.once('exit', () => {
      if (thread === worker) thread = undefined;
      for (const { reject } of waiting.values()) reject(new ReadingEndedError());
      waiting.clear();
    });
    // A service that closes does not wait for it.
    worker.unref();
    missedPings = 0;
    return worker;
  };
  const order = (message: ThreadOrder) => {
    thread ??= start();
    thread.postMessage(message);
  };
  const run = <Result>(
    toOrder: (id: number) => ThreadOrder,
    signal?: AbortSignal,
  ): Promise<Result> => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    signal?.throwIfAborted();
    lastId += 1;
    const id = lastId;
    const abort = () => {
      waiting.delete(id);
      thread?.postMessage({ kind: 'abort', id } satisfies ThreadOrder);
      reject(signal?.reason);
    };
    waiting.set(id, { resolve, reject });
    signal?.addEventListener('abort', abort, { once: true });
    order(toOrder(id));
    return promise.finally(() => signal?.removeEventListener('abort', abort)) as Promise<Result>;
  };

  runPeriodically(
    {
      everyMs: pingEveryMs,
      work: async () => {
        if (!thread) return;
        if (missedPings >= maxMissedPings) await thread.terminate();
        else order({ kind: 'ping' });
        missedPings += 1;
      },
      logger,
      failure: 'the thread of outside MCP servers could not be checked',
    },
    onClose,
  );
  onClose(async () => {
    const closing = thread;
    if (!closing) return;
    order({ kind: 'close' });
    await once(closing, 'exit', { signal: AbortSignal.timeout(maxCloseMs) }).catch(() => undefined);
    await closing.terminate();
  });

  return {
    checkAddress: (url) => run((id) => ({ kind: 'check', id, url })),
    readCatalogue: async (server, signal): Promise<Catalogue> => {
      const sent = toSent(server);
      return run((id) => ({ kind: 'read', id, server: sent }), signal);
    },
    callTool: (server, { signal, ...call }, use) =>
      withSpan('outside tool', { kind: 'client' }, async () => {
        const sent = toSent(server);
        let callId = 0;
        const answer = await run<OutsideAnswer>((id) => {
          callId = id;
          return { kind: 'call', id, server: sent, call };
        }, signal);
        try {
          return await use(answer);
        } finally {
          thread?.postMessage({ kind: 'free', id: callId } satisfies ThreadOrder);
        }
      }),
    forget: (serverId) => thread?.postMessage({ kind: 'forget', serverId } satisfies ThreadOrder),
    onListChanged(listener) {
      listeners.push(listener);
    },
  };
}

function toSent({ openCredentials, ...server }: ServerConnection): SentServer {
  return { ...server, credentials: openCredentials() };
}
