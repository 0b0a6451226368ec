import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import type { OnClose } from '../run-service.ts';
import { answerBrokenRequests } from './answer-broken-requests.ts';
import { passInvalidHeaders } from './validate-headers.ts';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Time after which running requests are cut when the service stops. Default 4,000. */
  readonly drainTimeoutMs?: number;
}

/** Maximum time from the connection, or the first byte of a request, to the end of its headers. */
const headersTimeoutMs = 15_000;
/** Maximum time to the end of the body of an upload. Bodies that pause end sooner. */
const requestTimeoutMs = 900_000;
/** Maximum unanswered requests on one connection; common clients send one at a time. */
const maxPipelined = 16;

/**
 * Serves the app. On close: no new connections, event streams end, running requests finish, idle
 * connections are dropped, and the rest is cut after the drain time.
 */
export async function listen(
  app: Express,
  { host, port, drainTimeoutMs = 4_000 }: ListenOptions,
  onClose: OnClose,
): Promise<{ url: string; server: Server }> {
  const server = createServer(
    { connectionsCheckingInterval: 5_000, requireHostHeader: false },
    endPipelines(app),
  );
  passInvalidHeaders(server);
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  answerBrokenRequests(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  onClose(async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    app.emit('closing');
    server.closeIdleConnections();
    const cut = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
    await closed;
    clearTimeout(cut);
  });
  const address = server.address() as AddressInfo;
  const hostInUrl = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return { url: `http://${hostInUrl}:${address.port}`, server };
}

/** Ends connections that send many requests without waiting for responses. */
function endPipelines(serve: RequestListener): RequestListener {
  const running = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    const before = running.get(socket) ?? 0;
    if (before >= maxPipelined) {
      socket.destroy();
      return;
    }
    running.set(socket, before + 1);
    response.once('close', () => running.set(socket, (running.get(socket) ?? 1) - 1));
    serve(request, response);
  };
}
