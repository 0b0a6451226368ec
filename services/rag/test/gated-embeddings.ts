import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** An embeddings API of eight dimensions that can be shut, like a model that is away. */
export class GatedEmbeddings {
  isOpen = true;
  /** Key that requests must have; undefined admits all. */
  key: string | undefined;
  /** Texts with this word are answered with 400. */
  refused: string | undefined;
  texts = 0;
  /** An answer waits for the promise that this returns for the texts answered before. */
  answering: ((texts: number) => Promise<void> | undefined) | undefined;
  /** The latest embedded texts, in order. */
  seen: string[] = [];
  readonly #server: Server = createServer(async (request, response) => {
    const { input } = (await json(request)) as { input: string[] };
    const { refused } = this;
    const isRefused = refused !== undefined && input.some((text) => text.includes(refused));
    const hasKey = !this.key || request.headers.authorization === `Bearer ${this.key}`;
    if (!this.isOpen || isRefused || !hasKey) {
      response.writeHead(isRefused ? 400 : 401).end();
      return;
    }
    await this.answering?.(this.texts);
    this.texts += input.length;
    this.seen = [...this.seen, ...input].slice(-1_000);
    const embed = (text: string) =>
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => text.charCodeAt(n % text.length));
    const data = input.map((text, index) => ({ index, embedding: embed(text) }));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
  });

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  settings(model: string): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      EMBEDDING_PROVIDER: 'openai',
      EMBEDDING_BASE_URL: `http://127.0.0.1:${port}/v1`,
      EMBEDDING_MODEL: model,
      EMBEDDING_DIMENSIONS: '8',
    };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
