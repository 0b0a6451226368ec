import { createServer, request } from 'node:http';

export interface KeyedPass extends AsyncDisposable {
  readonly url: string;
}

/**
 * A server that passes everything on with an API key: the conformance suite knows no sign-in. Its
 * callers see the target's own `Host`, unless they sent another one on purpose.
 */
export async function passWithKey(target: string, apiKey: string): Promise<KeyedPass> {
  const to = new URL(target);
  const server = createServer((incoming, response) => {
    const { host: _host, ...headers } = incoming.headers;
    const isOwnHost = incoming.headers.host === own.host;
    const outgoing = request(
      new URL(incoming.url ?? '/', to),
      {
        method: incoming.method,
        headers: {
          ...headers,
          host: isOwnHost ? to.host : incoming.headers.host,
          authorization: `Bearer ${apiKey}`,
        },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const own = new URL(`http://127.0.0.1:${address.port}`);
  return {
    url: own.origin,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
