import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

const dimensions = 16;

/** Starts an embeddings API of 16 dimensions that works at one text at a time and can be shut. */
export async function startEmbedderSite(msPerText: number) {
  let isOpen = true;
  let turn: Promise<unknown> = Promise.resolve();
  const server: Server = createServer(async (request, response) => {
    const { input } = (await json(request)) as { input: string[] };
    if (!isOpen) {
      response.writeHead(503).end();
      return;
    }
    const work = turn.then(() => delay(msPerText * input.length));
    turn = work;
    await work;
    const data = input.map((text, index) => ({ index, embedding: embed(text) }));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      EMBEDDING_PROVIDER: 'openai',
      EMBEDDING_BASE_URL: `http://127.0.0.1:${port}/v1`,
      EMBEDDING_MODEL: 'trial',
      EMBEDDING_DIMENSIONS: `${dimensions}`,
    },
    open: (open: boolean) => {
      isOpen = open;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Counts letters: near enough to a model that has something to say. */
function embed(text: string): number[] {
  const codes = Array.from(text, (sign) => (sign.codePointAt(0) ?? 0) % dimensions);
  return Array.from(
    { length: dimensions },
    (_, at) => 1 + codes.filter((code) => code === at).length,
  );
}
