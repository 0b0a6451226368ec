import { Readable, type Writable } from 'node:stream';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { mcpPath } from '@lectern/contracts';
import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Connection } from '../connection/connection.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { PendingRequests } from './pending-requests.ts';
import { type SuiteFailure, toSuiteFailure } from './suite-failure.ts';

/** Streams to the local MCP client. */
export interface Stdio {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

export interface BridgeOptions {
  readonly connection: Connection;
  readonly terminal: Pick<Terminal, 'note'>;
  readonly stdio: Stdio;
}

/** Maximum wait of a message for a suite that is restarting. */
const maxDowntimeMs = 15_000;
const retryDelayMs = 250;
/** Maximum wait for answers after the client has closed its end. */
const settleMs = 10_000;

/**
 * Passes messages between a local MCP client and the suite's `/mcp`, as they are, whichever
 * revision they speak: the suite keeps no session, so that it may restart in between. Ends when the
 * client closes its end. Nothing but messages is written to standard output.
 */
export async function bridgeStdio({ connection, terminal, stdio }: BridgeOptions): Promise<void> {
  const { url } = connection;
  const pending = new PendingRequests();
  const client = new StdioServerTransport(
    Readable.from(readThenSettle(stdio.stdin, pending), { objectMode: false }),
    stdio.stdout,
  );
  const suite = new StreamableHTTPClientTransport(new URL(url + mcpPath), {
    fetch: (_url, init) => connection.request(mcpPath, init),
  });
  let isUnavailable = false;

  const reply = (message: JSONRPCMessage) => void client.send(message).catch(() => undefined);
  const refuse = (
    { id }: JSONRPCRequest,
    { code, message, data }: Omit<SuiteFailure, 'isUnavailable'>,
  ) => {
    if (pending.finish(id)) reply({ jsonrpc: '2.0', id, error: { code, message, data } });
  };

  const send = async (message: JSONRPCMessage, signal?: AbortSignal, onEnd?: () => void) => {
    const started = performance.now();
    for (;;) {
      try {
        await suite.send(message, {
          ...(signal && { requestSignal: signal }),
          ...(onEnd && { onRequestStreamEnd: onEnd }),
        });
        if (isUnavailable) terminal.note('lectern mcp: the suite is back');
        isUnavailable = false;
        return;
      } catch (error) {
        const failure = toSuiteFailure(error, url);
        if (failure.isUnavailable && !isUnavailable)
          terminal.note(`lectern mcp: ${failure.message}`);
        isUnavailable = failure.isUnavailable;
        const isOutOfTime = performance.now() - started > maxDowntimeMs;
        if (!failure.isUnavailable || isOutOfTime || signal?.aborted) throw error;
        await delay(retryDelayMs);
      }
    }
  };

  const passRequest = async (request: JSONRPCRequest) => {
    const signal = pending.start(request);
    const brokenOff = () => refuse(request, toSuiteFailure(new Error('no answer'), url));
    if (!signal) {
      reply({ jsonrpc: '2.0', id: request.id, error: tooMany });
      return;
    }
    try {
      await send(request, signal, brokenOff);
    } catch (error) {
      const failure = toSuiteFailure(error, url);
      if (!failure.isUnavailable && !signal.aborted)
        terminal.note(`lectern mcp: ${failure.message}`);
      refuse(request, failure);
    }
  };

  client.onmessage = (message) => {
    if ('method' in message && 'id' in message) void passRequest(message);
    else if ('method' in message && message.method === 'notifications/cancelled') {
      pending.cancel(message.params?.requestId);
    } else void send(message).catch(() => undefined);
  };
  suite.onmessage = (message) => {
    if (!('method' in message) && message.id !== undefined) {
      const request = pending.finish(message.id);
      if (!request) return;
      // Requests of older revisions name the revision by a header alone.
      if (request.method === 'initialize' && 'result' in message) {
        suite.setProtocolVersion(String(message.result.protocolVersion));
      }
    }
    reply(message);
  };
  client.onerror = (error) => terminal.note(`lectern mcp: ${error.message}`);
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  await suite.start();
  await client.start();
  await closed;
  pending.cancelAll();
  await suite.close();
}

const tooMany = {
  code: -32603,
  message: 'Too many requests at once. Wait for answers first.',
  data: { code: 'rate_limited' },
};

/** Holds back the end of the input until pending requests are answered. */
async function* readThenSettle(stdin: Readable, pending: PendingRequests): AsyncGenerator<Buffer> {
  for await (const bytes of stdin) yield bytes as Buffer;
  // By the next turn of the event loop the last message has been read.
  await setImmediate();
  await pending.settle(settleMs);
}
