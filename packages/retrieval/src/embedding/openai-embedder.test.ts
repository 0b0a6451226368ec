import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { describeEmbedder } from './embedder.suite.ts';
import { EmbeddingUnavailableError } from './embedding-error.ts';
import {
  createOpenAiEmbedder,
  measureDimensions,
  type OpenAiEmbedderOptions,
} from './openai-embedder.ts';
import type { EmbeddingsRequest } from './openai-embeddings-api.ts';

const dimensions = 3;
const apiKey = 'sk-very-secret';

interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: EmbeddingsRequest;
}

type Answer = (response: ServerResponse, request: EmbeddingsRequest) => void;

/** An embeddings API with the given answers, then regular ones. */
class FakeEmbeddingsApi {
  readonly received: Received[] = [];
  readonly nextAnswers: Answer[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer(async (request, response) => {
      const body = (await json(request)) as EmbeddingsRequest;
      this.received.push({ path: request.url, headers: request.headers, body });
      (this.nextAnswers.shift() ?? answerVectors)(response, body);
    });
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Vectors out of order and not of unit length, as an API may send them. */
const answerVectors: Answer = (response, { input }) => {
  const data = input.map((text, index) => ({
    index,
    embedding: [text.length, text.charCodeAt(0), text.charCodeAt(text.length - 1)],
  }));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data: data.reverse() }));
};

const answerStatus =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message: `Bad key ${apiKey}` } }));
  };

const answerJson =
  (body: unknown): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };

describeEmbedder('OpenAiEmbedder', async () => {
  const api = new FakeEmbeddingsApi();
  await api.start();
  return {
    embedder: createOpenAiEmbedder({ baseUrl: api.baseUrl, model: 'm', dimensions }),
    dispose: () => api.stop(),
  };
});

describe('createOpenAiEmbedder', () => {
  let api: FakeEmbeddingsApi;
  let waits: number[];

  beforeEach(async () => {
    api = new FakeEmbeddingsApi();
    await api.start();
    waits = [];
  });

  afterEach(() => api.stop());

  function create(options: Partial<OpenAiEmbedderOptions> = {}) {
    return createOpenAiEmbedder({
      baseUrl: api.baseUrl,
      model: 'some-model',
      dimensions,
      apiKey,
      wait: async (delayMs) => {
        waits.push(delayMs);
      },
      ...options,
    });
  }

  async function failureOf(work: Promise<unknown>): Promise<Error> {
    const error = await work.then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(error).toBeInstanceOf(EmbeddingUnavailableError);
    expect(`${error?.stack} ${JSON.stringify(error)} ${error?.cause}`).not.toContain(apiKey);
    return error as Error;
  }

  it('sends model, texts and key to the embeddings route', async () => {
    await create().embedQuery('hello');
    expect(api.received).toEqual([
      {
        path: '/v1/embeddings',
        headers: expect.objectContaining({ authorization: `Bearer ${apiKey}` }),
        body: { model: 'some-model', input: ['hello'], encoding_format: 'float' },
      },
    ]);
  });

  it('sends no authorization without a key', async () => {
    const { apiKey: _, ...options } = { apiKey: '', baseUrl: api.baseUrl, model: 'm' };
    await createOpenAiEmbedder({ ...options, dimensions }).embedQuery('hello');
    expect(api.received[0]?.headers).not.toHaveProperty('authorization');
  });

  it('asks a model that shortens its vectors for the dimensions', async () => {
    await create({ model: 'text-embedding-3-small' }).embedQuery('hello');
    expect(api.received[0]?.body.dimensions).toBe(dimensions);
  });

  it('measures the length of vectors, and refuses one that no index holds', async () => {
    const signal = AbortSignal.timeout(5_000);
    const measure = () => measureDimensions({ baseUrl: api.baseUrl, model: 'm' }, signal);
    const answer = (length: number) =>
      answerJson({ data: [{ index: 0, embedding: Array<number>(length).fill(1) }] });
    api.nextAnswers.push(answer(8_192), answer(8_193));
    expect(await measure()).toBe(8_192);
    await expect(measure()).rejects.toThrow(EmbeddingUnavailableError);
  });

  it('makes batches and leaves blank texts out of them', async () => {
    await create({ batchSize: 2 }).embedDocuments(['a', '', 'b', 'c']);
    expect(api.received.map(({ body }) => body.input)).toEqual([['a', 'b'], ['c']]);
  });

  it('puts the prefixes of its model before queries and passages, and is another model by them', async () => {
    const prefixed = create({ queryPrefix: 'query: ', passagePrefix: 'passage: ' });
    await prefixed.embedQuery('owl');
    await prefixed.embedDocuments(['owl', '']);
    expect(api.received.map(({ body }) => body.input)).toEqual([['query: owl'], ['passage: owl']]);
    expect(prefixed.id).not.toBe(create().id);
    expect(create({ queryPrefix: 'query: ' }).id).toBe(create().id);
  });

  it('sends fewer texts at once when an answer takes too long', async () => {
    api.nextAnswers.push(() => {});
    // Long enough for the answers that arrive, on a busy machine too.
    const embedder = create({ batchSize: 4, requestTimeoutMs: 1_000, deadlineMs: 20_000 });
    expect(await embedder.embedDocuments(['a', 'b', 'c', 'd', 'e'])).toHaveLength(5);
    expect(api.received.map(({ body }) => body.input)).toEqual([
      ['a', 'b', 'c', 'd'],
      ['a', 'b'],
      ['c', 'd'],
      ['e'],
    ]);
  });

  it('tries a model that is away once a query until it is back', async () => {
    const embedder = create();
    api.nextAnswers.push(...Array.from({ length: 5 }, () => answerStatus(503)));
    await expect(embedder.embedQuery('a')).rejects.toThrow('503');
    expect(api.received).toHaveLength(4);
    await expect(embedder.embedQuery('a')).rejects.toThrow('503');
    expect(api.received).toHaveLength(5);
    await embedder.embedQuery('a');
    api.nextAnswers.push(answerStatus(503));
    expect(await embedder.embedQuery('a')).toHaveLength(dimensions);
    expect(api.received).toHaveLength(8);
  });

  it('takes no model for away that refused a text', async () => {
    const embedder = create();
    api.nextAnswers.push(answerStatus(400), answerStatus(503));
    await expect(embedder.embedDocuments(['a'])).rejects.toThrow('400');
    expect(await embedder.embedQuery('a')).toHaveLength(dimensions);
    expect(api.received).toHaveLength(3);
  });

  it('begins with few texts and doubles them after each quick answer', async () => {
    const texts = Array.from({ length: 50 }, (_, at) => `t${at}`);
    const embedder = create({ batchSize: 16, requestTimeoutMs: 60_000 });
    expect(await embedder.embedDocuments(texts)).toHaveLength(50);
    expect(api.received.map(({ body }) => body.input.length)).toEqual([8, 16, 16, 10]);
  });

  it.each([429, 500, 503, 408])('tries again after %d', async (status) => {
    api.nextAnswers.push(answerStatus(status), answerStatus(status));
    expect(await create().embedQuery('hello')).toHaveLength(dimensions);
    expect(api.received).toHaveLength(3);
    expect(waits[1]).toBeGreaterThan(250);
  });

  it('tries again after a broken connection', async () => {
    api.nextAnswers.push((response) => response.destroy());
    expect(await create().embedQuery('hello')).toHaveLength(dimensions);
    expect(api.received).toHaveLength(2);
  });

  it('waits as long as Retry-After says, in seconds or as a date', async () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    api.nextAnswers.push(answerStatus(429, { 'retry-after': '7' }));
    api.nextAnswers.push(answerStatus(503, { 'retry-after': date }));
    await create().embedQuery('hello');
    expect(waits[0]).toBe(7_000);
    expect(waits[1]).toBeGreaterThan(25_000);
    expect(waits[1]).toBeLessThanOrEqual(30_000);
  });

  it('does not wait past its deadline', async () => {
    api.nextAnswers.push(answerStatus(429, { 'retry-after': '120' }));
    const error = await failureOf(create().embedQuery('hello'));
    expect(error.message).toContain('it answered 429');
    expect(waits).toEqual([]);
  });

  it('gives up after its attempts', async () => {
    api.nextAnswers.push(...Array<Answer>(9).fill(answerStatus(500)));
    await failureOf(create({ maxAttempts: 3 }).embedQuery('hello'));
    expect(api.received).toHaveLength(3);
  });

  it.each([400, 401, 404])('does not try again after %d', async (status) => {
    api.nextAnswers.push(answerStatus(status));
    const error = await failureOf(create().embedQuery('hello'));
    expect(error.message).toContain(String(status));
    expect(api.received).toHaveLength(1);
  });

  it('does not follow a redirect, which would carry the key elsewhere', async () => {
    api.nextAnswers.push(answerStatus(307, { location: `${api.baseUrl}/other` }));
    await failureOf(create().embedQuery('hello'));
    expect(api.received).toHaveLength(1);
  });

  it.each([
    ['another form', { vectors: [] }, 'not in the form'],
    ['too few vectors', { data: [] }, 'lacks vectors'],
    ['other dimensions', { data: [{ index: 0, embedding: [1, 2] }] }, '2 dimensions'],
  ])('refuses an answer with %s', async (_case, body, reason) => {
    api.nextAnswers.push(answerJson(body));
    const error = await failureOf(create().embedQuery('hello'));
    expect(error.message).toContain(reason);
  });

  it('is unavailable when nothing listens', async () => {
    const embedder = create({ baseUrl: 'http://127.0.0.1:9/v1' });
    const error = await failureOf(embedder.embedQuery('hello'));
    expect(error.message).toContain('ECONNREFUSED');
  });

  it('ends at its deadline when the server does not answer', async () => {
    api.nextAnswers.push(() => {});
    const error = await failureOf(create({ deadlineMs: 1_000 }).embedQuery('hello'));
    expect(error.message).toContain('no answer in 1000 ms');
  });

  it("rejects with the caller's reason when it aborts during the request", async () => {
    const abort = new AbortController();
    const reason = new Error('gone');
    api.nextAnswers.push(() => abort.abort(reason));
    await expect(create().embedQuery('hello', { signal: abort.signal })).rejects.toBe(reason);
  });
});
