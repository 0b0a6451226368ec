import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { env } from 'node:process';
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

type SentOptions = Omit<OutsideServersOptions, 'logger' | 'onLargeAnswer'>;

/** Message to the process. `id` names an operation. */
export type ProcessOrder =
  | { readonly kind: 'open'; readonly options: SentOptions }
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

/** Message of the process. */
export type ProcessReport =
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | {
      readonly kind: 'failure';
      readonly id: number;
      readonly reason: OutsideServerError['reason'];
      readonly retryAfter: number | undefined;
    }
  | { readonly kind: 'changed'; readonly serverId: string }
  | { readonly kind: 'large'; readonly organisationId: string }
  | { readonly kind: 'warning'; readonly fields: object; readonly message: string }
  | { readonly kind: 'pong' };

/** Heap of the process. The answers in hand and their parsed values need less. */
const maxHeapMebibytes = 256;
/** Time in which the process closes its connections. */
const maxCloseMs = 3_000;
const pingEveryMs = 10_000;
/** Unanswered pings after which the process is ended. */
const maxMissedPings = 3;

/** The process that read the answer has ended, so nothing is known of the server. */
export class ReadingEndedError extends OutsideServerError {
  constructor() {
    super('busy');
  }
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Variables of the process: no secret of the suite is among them. */
const passedVariables = ['HOME', 'NODE_EXTRA_CA_CERTS', 'PATH', 'SSL_CERT_DIR', 'SSL_CERT_FILE'];

/**
 * Opens the client of outside servers in a process of low priority, so that an answer delays and
 * ends nothing but that process. An ended process is replaced at the next use.
 */
export function openServersProcess(
  { logger, onLargeAnswer, ...options }: OutsideServersOptions & { readonly logger: Logger },
  onClose: OnClose,
): OutsideServers {
  const listeners: ((serverId: string) => void)[] = [];
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | undefined;
  let lastId = 0;
  let missedPings = 0;

  const start = (): ChildProcess => {
    const started = fork(new URL('../../open-outside-process.ts', import.meta.url), {
      env: Object.fromEntries(passedVariables.map((name) => [name, env[name]])),
      // Telemetry is started by the service alone.
      execArgv: [
        `--max-old-space-size=${maxHeapMebibytes}`,
        '--max-semi-space-size=16',
        // KiB: a catalogue may be 4,096 levels deep, which V8's usual stack does not hold.
        '--stack-size=3900',
        '--disable-sigusr1',
      ],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    started.on('message', (report: ProcessReport) => {
      if (report.kind === 'pong') missedPings = 0;
      else if (report.kind === 'warning') logger.warn(report.fields, report.message);
      else if (report.kind === 'large') onLargeAnswer?.(report.organisationId);
      else if (report.kind === 'changed') {
        for (const listener of listeners) listener(report.serverId);
      } else {
        const one = waiting.get(report.id);
        waiting.delete(report.id);
        if (report.kind === 'result') one?.resolve(report.result);
        else one?.reject(new OutsideServerError(report.reason, report));
      }
    });
    started.on('error', (error) => {
      logger.error({ err: error }, 'the process of outside MCP servers failed');
    });
    // It follows the exit, and a start that failed.
    started.once('close', () => {
      if (child === started) child = undefined;
      for (const { reject } of waiting.values()) reject(new ReadingEndedError());
      waiting.clear();
    });
    // A service that closes does not wait for it.
    started.unref();
    started.channel?.unref();
    missedPings = 0;
    send(started, { kind: 'open', options });
    return started;
  };
  const order = (message: ProcessOrder) => {
    child ??= start();
    send(child, message);
  };
  const run = <Result>(
    toOrder: (id: number) => ProcessOrder,
    signal?: AbortSignal,
  ): Promise<Result> => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    signal?.throwIfAborted();
    lastId += 1;
    const id = lastId;
    const abort = () => {
      waiting.delete(id);
      send(child, { kind: 'abort', id });
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
        if (!child) return;
        if (missedPings >= maxMissedPings) child.kill('SIGKILL');
        else order({ kind: 'ping' });
        missedPings += 1;
      },
      logger,
      failure: 'the process of outside MCP servers could not be checked',
    },
    onClose,
  );
  onClose(async () => {
    const closing = child;
    if (!closing) return;
    send(closing, { kind: 'close' });
    await once(closing, 'exit', { signal: AbortSignal.timeout(maxCloseMs) }).catch(() => undefined);
    closing.kill('SIGKILL');
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
          send(child, { kind: 'free', id: callId });
        }
      }),
    forget: (serverId) => send(child, { kind: 'forget', serverId }),
    onListChanged(listener) {
      listeners.push(listener);
    },
  };
}

/** Sends to a process that may have ended; its exit rejects what waits. */
function send(child: ChildProcess | undefined, order: ProcessOrder): void {
  child?.send(order, () => {});
}

function toSent({ openCredentials, ...server }: ServerConnection): SentServer {
  return { ...server, credentials: openCredentials() };
}
