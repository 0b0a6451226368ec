import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Session } from '../suite/session.ts';

export interface Consent extends AsyncDisposable {
  /** `?url=` of an authorization request gives `{redirect}`, where the browser is sent in the end. */
  readonly url: string;
}

/** Stands in for a person with a browser, who is signed in and agrees to every client. */
export async function startConsent(session: Session): Promise<Consent> {
  const server = createServer(async (request, response) => {
    const asked = new URL(request.url ?? '/', 'http://localhost').searchParams.get('url') ?? '';
    try {
      const redirect = await agree(session, new URL(asked));
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ redirect }));
    } catch (error) {
      response.writeHead(500).end((error as Error).message);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function agree(session: Session, asked: URL): Promise<string> {
  const { url } = (await session.get(`${asked.pathname}${asked.search}`)) as { url: string };
  const page = new URL(url, asked);
  if (page.pathname !== '/oauth/consent') return page.href;
  const agreed = (await session.post('/api/auth/oauth2/consent', {
    accept: true,
    oauth_query: page.search.slice(1),
  })) as { url: string };
  return agreed.url;
}
