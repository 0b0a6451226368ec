import { afterAll, beforeEach } from '@jest/globals';
import { readBody } from './fake-service.ts';
import { addOwner, startGateway } from './start-gateway.ts';

interface Sent {
  readonly url: string;
  readonly key: string;
  readonly path: string;
  readonly body: unknown;
  readonly accept: string;
}

/**
 * Starts a gateway for a test file that sends an `Idempotency-Key`, and counts requests to the
 * service.
 */
export async function setUpIdempotency() {
  const resources = new AsyncDisposableStack();
  afterAll(() => resources.disposeAsync());
  const gateway = resources.use(await startGateway());
  const made = await addOwner(gateway);
  const got = { count: 0 };
  beforeEach(() => {
    got.count = 0;
    gateway.rag.answer = async (request, response) => {
      got.count += 1;
      const body = await readBody(request);
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ count: got.count, body }));
    };
  });

  /** Sends a POST; by default a new collection. */
  function send(idempotencyKey: string, sent: Partial<Sent> = {}): Promise<Response> {
    const { url = gateway.url, key = made.key, path = '/api/collections', accept } = sent;
    const { body = { name: 'Papers' } } = sent;
    return fetch(url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
        ...(accept && { accept }),
      },
      body: JSON.stringify(body),
    });
  }
  return { resources, gateway, made, got, send };
}
