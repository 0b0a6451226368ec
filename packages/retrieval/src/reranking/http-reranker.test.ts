import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ListeningApp, listenOnFreePort } from '@lectern/testing';
import { createHttpReranker } from './http-reranker.ts';
import { createNoReranker } from './no-reranker.ts';
import { type RerankForm, rerankFormNames } from './rerank-forms.ts';
import { describeReranker } from './reranker.suite.ts';

/** Counts the query's words in each text, in the answer's form, the best first. */
function serve(form: RerankForm, scoreOf = (share: number) => share): RequestListener {
  return async (request, response) => {
    const body = (await json(request)) as { query: string; texts?: string[]; documents?: string[] };
    const words = body.query.toLowerCase().split(/\W+/).filter(Boolean);
    const ranked = (body.texts ?? body.documents ?? [])
      .map((text, index) => {
        const held = words.filter((word) => text.toLowerCase().includes(word));
        return { index, score: scoreOf(held.length / words.length) };
      })
      .toSorted((a, b) => b.score - a.score);
    const results = ranked.map(({ index, score }) => ({ index, relevance_score: score }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(form === 'tei' ? ranked : { results }));
  };
}

for (const form of rerankFormNames) {
  describeReranker(`the reranker over HTTP in the form of ${form}`, async () => {
    const server = await listenOnFreePort(serve(form));
    const reranker = createHttpReranker({ form, baseUrl: server.url, model: 'm', apiKey: 'k' });
    return { reranker, dispose: async () => server[Symbol.asyncDispose]() };
  });
}

describe('the reranker over HTTP', () => {
  let server: ListeningApp;
  let listener: RequestListener;
  beforeEach(async () => {
    server = await listenOnFreePort((request, response) => listener(request, response));
  });
  afterEach(async () => server[Symbol.asyncDispose]());

  const open = () =>
    createHttpReranker({ form: 'cohere', baseUrl: server.url, apiKey: 'secret-key' });

  it('brings logits to 0..1 and keeps their order', async () => {
    listener = serve('cohere', (share) => share * 20 - 10);
    const [low, high] = await open().rerank('otter kelp', ['nothing', 'otter on kelp']);
    expect(low).toBeLessThan(0.01);
    expect(high).toBeGreaterThan(0.99);
  });

  it.each([
    ['a refusal', 401, '{}', 'it answered 401'],
    ['another form', 200, '{"results":[{"index":0}]}', 'its answer has another form'],
    ['a text left out', 200, '{"results":[]}', 'it left out a text'],
  ])('tells of %s without key or text', async (_, status, answer, reason) => {
    listener = (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
    };
    await expect(open().rerank('private query', ['private text'])).rejects.toMatchObject({
      name: 'RerankerUnavailableError',
      message: `The reranker cohere:default cannot be used: ${reason}.`,
    });
  });

  it('stops waiting when the caller does', async () => {
    listener = () => {};
    const reason = new Error('out of time');
    const stop = new AbortController();
    const running = open().rerank('query', ['text'], { signal: stop.signal });
    stop.abort(reason);
    await expect(running).rejects.toBe(reason);
  });
});

describe('no reranker', () => {
  it('says so', async () => {
    await expect(createNoReranker().rerank('query', ['text'])).rejects.toThrow(
      'No reranker is set up.',
    );
  });
});
