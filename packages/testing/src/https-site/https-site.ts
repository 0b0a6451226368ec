import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Name in the certificate of the test site, whose key has no other use. */
export const siteHost = 'agent.example.org';

const read = (name: string) => readFileSync(new URL(`./${name}.pem`, import.meta.url));

export interface HttpsSite extends AsyncDisposable {
  readonly url: string;
}

/** Serves https on a free port of 127.0.0.1, trusted by this process until it is disposed. */
export async function startHttpsSite(listener: RequestListener): Promise<HttpsSite> {
  const server = createServer({ cert: read('cert'), key: read('key') }, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, read('cert').toString()]);
  return {
    url: `https://${siteHost}:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      setDefaultCACertificates(trusted);
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
