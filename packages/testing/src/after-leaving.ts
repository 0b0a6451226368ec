import { EventEmitter, once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request and its response in Express, after the caller has left. */
export interface LeftRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Emits the app's `closing`. */
  readonly app: EventEmitter;
}

/**
 * Sends a request, leaves, and runs the work when the server has noticed: listeners added then get
 * no event. `before` runs while the caller is connected.
 */
export async function afterLeaving<Result>(
  work: (left: LeftRequest) => Result | Promise<Result>,
  { body = '{}', before = async () => {} }: LeavingOptions = {},
): Promise<Result> {
  const come = Promise.withResolvers<{ request: IncomingMessage; response: ServerResponse }>();
  const server = createServer((request, response) => come.resolve({ request, response }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const outgoing = send({ port, host: '127.0.0.1', method: 'POST', headers });
  outgoing.on('error', () => {}).end(body);
  try {
    const { request, response } = await come.promise;
    await before(request);
    const closed = once(response, 'close');
    outgoing.destroy();
    await closed;
    const app = new EventEmitter();
    const header = (name: string) => request.headers[name.toLowerCase()];
    Object.assign(request, { app, header, log: { debug() {} } });
    return await work({ request, response, app });
  } finally {
    server.close();
  }
}

export interface LeavingOptions {
  readonly body?: string;
  readonly before?: (request: IncomingMessage) => Promise<unknown>;
}
