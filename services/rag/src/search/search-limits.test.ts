import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ListeningApp, listenOnFreePort } from '@lectern/testing';
import { type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';

interface Reranking {
  readonly query: string;
  readonly texts: readonly string[];
}

describe('search with a reranker', () => {
  let rag: TestRag;
  let owner: Person;
  let server: ListeningApp;
  let rerank: (body: Reranking) => number[] | undefined;

  const answer: RequestListener = async (request, response) => {
    const scores = rerank((await json(request)) as Reranking);
    if (!scores) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(scores.map((score, index) => ({ index, score }))));
  };

  beforeAll(async () => {
    server = await listenOnFreePort(answer);
    rag = await startTestRag({
      RERANK_PROVIDER: 'tei',
      RERANK_BASE_URL: server.url,
      RERANK_TIMEOUT_MS: '300',
    });
    owner = await rag.addPerson('olga', 'acme', 'owner');
    const { body } = await owner.call('POST', '/rag/collections', { name: 'Boats' });
    const added = await owner.call('POST', `/rag/collections/${body.id}/documents`, {
      documents: ['red', 'green', 'blue', 'white'].map((colour) => ({
        external_id: colour,
        title: `The ${colour} boat`,
        text: `A ${colour} boat lies in the harbour.`,
      })),
    });
    for (const { id } of added.body.documents) await rag.settled(owner, id);
  });
  afterAll(async () => {
    await rag[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const search = async (body: object) =>
    (await owner.call('POST', '/rag/search', { query: 'red boat in the harbour', ...body })).body;
  const titles = (found: { chunks: { document_title: string }[] }) =>
    found.chunks.map((chunk) => chunk.document_title);

  it('orders what fusion found by the reranker before it cuts', async () => {
    rerank = ({ texts }) => texts.map((text) => (text.includes('blue') ? 0.9 : 0.1));
    const found = await search({ rerank: true, limit: 1, explain: true });
    expect(titles(found)).toEqual(['The blue boat']);
    expect(found.warnings).toEqual([]);
    expect(found.chunks[0]).toMatchObject({ score: 0.9, scores: { rerank: 0.9 } });
    const [best] = found.trace.candidates.filter(
      (candidate: { final_rank: number | null }) => candidate.final_rank === 1,
    );
    expect(best).toMatchObject({ rerank_rank: 1 });
    expect(best.fused_rank).toBeGreaterThan(1);
    const fused = await search({ limit: 1 });
    expect(found.chunks[0].scores.relevance).toBeCloseTo(fused.chunks[0].scores.relevance, 10);
  });

  it('gives the order of the fusion with a warning when the reranker is too slow', async () => {
    rerank = () => undefined;
    const found = await search({ rerank: true });
    expect(titles(found)).toEqual(titles(await search({})));
    expect(found.warnings).toEqual([expect.objectContaining({ code: 'rerank_timeout' })]);
    expect(found.chunks[0].scores.rerank).toBeNull();
  });
});

describe('a search past its deadline', () => {
  it('is search_timeout, whatever took so long', async () => {
    await using rag = await startTestRag({}, {}, { searchTimeoutMs: 300 });
    const owner = await rag.addPerson('olga', 'acme', 'owner');
    const locked = await rag.database.pool.connect();
    try {
      await locked.query('begin');
      await locked.query('lock table rag.collections, rag.documents in access exclusive mode');
      for (const path of ['/rag/search', '/rag/articles']) {
        const answer = await owner.call('POST', path, { query: 'anything' });
        expect([path, answer.status, answer.body.error.code]).toEqual([
          path,
          504,
          'search_timeout',
        ]);
      }
    } finally {
      await locked.query('rollback');
      locked.release();
    }
  });
});
