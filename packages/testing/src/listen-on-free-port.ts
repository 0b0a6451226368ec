import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that runs until it is disposed. */
export interface ListeningApp extends AsyncDisposable {
  /** For example `http://127.0.0.1:40123`, without a slash at the end. */
  readonly url: string;
}

/**
 * Serves an Express app, or any request listener, on 127.0.0.1.
 *
 * @param port Default: a free one.
 */
export async function listenOnFreePort(app: RequestListener, port = 0): Promise<ListeningApp> {
  const server = createServer(app);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
