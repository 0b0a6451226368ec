import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EvaluationRunDetail, Reranker } from '@lectern/contracts';
import { createSealingKey } from '@lectern/service';
import { eventually, type ListeningApp, listenOnFreePort } from '@lectern/testing';
import { filesOf, type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';
import { noRerankerId } from './following-reranker.ts';

/** Puts texts about storks first, for callers with the key. */
const answer: RequestListener = async (request, response) => {
  const { documents } = (await json(request)) as { documents: string[] };
  if (request.headers.authorization !== 'Bearer secret-key') {
    response.writeHead(401).end();
    return;
  }
  const results = documents.map((text, index) => ({
    index,
    relevance_score: text.includes('stork') ? 0.9 : 0.1,
  }));
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ results }));
};

describe('rerankers', () => {
  let server: ListeningApp;
  let rag: TestRag;
  let owner: Person;

  beforeAll(async () => {
    server = await listenOnFreePort(answer);
    rag = await startTestRag({ CREDENTIAL_KEYS: createSealingKey() });
    owner = await rag.addPerson('olga', 'acme', { role: 'owner', isOperator: true });
    const { body } = await owner.call('POST', '/rag/collections', { name: 'Birds' });
    for (const [name, text] of Object.entries({
      'heron.txt': 'The heron waits in shallow water.',
      'stork.txt': 'Near water the stork stands.',
    })) {
      const path = `/rag/collections/${body.id}/documents`;
      const uploaded = await owner.call('POST', path, filesOf({ [name]: text }));
      await rag.settled(owner, uploaded.body.documents[0].id);
    }
  });
  afterAll(async () => {
    await rag[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const list = async (): Promise<Reranker[]> =>
    (await owner.call('GET', '/rag/rerankers')).body.rerankers;
  const add = (model: string, key = 'secret-key') => {
    const body = { provider: 'cohere', model, base_url: server.url, api_key: key };
    return owner.call('POST', '/rag/rerankers', body);
  };
  const search = async () => {
    const request = { query: 'shallow water', rerank: true };
    const { body } = await owner.call('POST', '/rag/search', request);
    return { first: body.chunks[0].document_title, warnings: body.warnings.length };
  };
  const switchTo = (id: string) => owner.call('POST', `/rag/rerankers/${id}/switch`);

  it('sort results from the switch on, and not after the switch back', async () => {
    expect(await list()).toMatchObject([{ id: noRerankerId, provider: 'none', state: 'active' }]);
    const added = await add('first');
    expect(added).toMatchObject({ status: 201, body: { state: 'idle', has_api_key: true } });
    const { id } = added.body;
    expect(await search()).toEqual({ first: 'heron', warnings: 1 });
    expect(await switchTo(id)).toMatchObject({ status: 200, body: { id, state: 'active' } });
    expect(await search()).toEqual({ first: 'stork', warnings: 0 });
    expect((await owner.call('DELETE', `/rag/rerankers/${id}`)).status).toBe(403);
    await switchTo(noRerankerId);
    expect(await search()).toEqual({ first: 'heron', warnings: 1 });
    expect((await owner.call('DELETE', `/rag/rerankers/${id}`)).status).toBe(204);
    expect((await switchTo(id)).body.error.code).toBe('model_not_found');
  });

  it('are used by the other processes too', async () => {
    const { id } = (await add('followed')).body;
    const choose = (reranker: string) =>
      rag.database.pool.query(
        `insert into rag.reranker_choice (reranker_id) values ($1)
         on conflict (only_row) do update set reranker_id = $1`,
        [reranker],
      );
    await choose(id);
    await eventually(async () => (await search()).first === 'stork', { timeoutMs: 30_000 });
    await switchTo(noRerankerId);
  });

  it('are switched at once after one that did not open', async () => {
    const { id: good } = (await add('good')).body;
    const { id: broken } = (await add('broken')).body;
    const seal = 'update rag.rerankers set api_key = $1 where id = $2';
    await rag.database.pool.query(seal, ['not sealed', broken]);
    await switchTo(good);
    expect((await switchTo(broken)).body.problem).toBe('It cannot be opened.');
    expect((await switchTo(good)).body.problem).toBeNull();
    await switchTo(broken);
    await switchTo(noRerankerId);
    expect(await search()).toEqual({ first: 'heron', warnings: 1 });
  });

  it('keep their key to themselves', async () => {
    await add('sealed');
    expect(JSON.stringify(await list())).not.toContain('secret-key');
    const { rows } = await rag.database.pool.query('select * from rag.rerankers');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('secret-key');
  });

  it('are tried on an evaluation set before', async () => {
    const { body: reranker } = await add('tried');
    const { body: set } = await owner.call('POST', '/rag/evaluation-sets', { name: 'Waders' });
    const { body: documents } = await owner.call('GET', '/rag/documents');
    const stork = documents.documents.find(({ title }: { title: string }) => title === 'stork');
    await owner.call('POST', `/rag/evaluation-sets/${set.id}/questions`, {
      query: 'shallow water',
      answers: [{ document_id: stork.id }],
    });
    const begun = await owner.call('POST', `/rag/rerankers/${reranker.id}/trials`, {
      evaluation_set_id: set.id,
    });
    expect(begun).toMatchObject({
      status: 202,
      body: { settings: [{ rerank: false }, { rerank: true, reranker: reranker.id }] },
    });
    const run: EvaluationRunDetail = await eventually(
      async () => {
        const path = `/rag/evaluation-sets/${set.id}/runs/${begun.body.id}`;
        const { body } = await owner.call('GET', path);
        return body.status !== 'running' && body;
      },
      { timeoutMs: 30_000 },
    );
    expect(run).toMatchObject({
      status: 'done',
      result: { questions: [{ results: [{ first_rank: 2 }, { first_rank: 1 }] }] },
    });
    expect((await list()).find(({ id }) => id === reranker.id)?.state).toBe('idle');
  });

  it('tell why the one in use failed', async () => {
    const { id } = (await add('failing')).body;
    await switchTo(id);
    await server[Symbol.asyncDispose]();
    await search();
    const active = async () => (await list()).find(({ state }) => state === 'active');
    expect(await active()).toMatchObject({
      problem: expect.stringContaining('cohere:failing cannot be used'),
      reason: 'unreachable',
    });
    server = await listenOnFreePort(answer);
    await switchTo(noRerankerId);
    expect((await active())?.problem).toBeNull();
  });

  it('are not added without a score, twice, in another form, or by a member', async () => {
    expect(await add('wrong', 'other-key')).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', message: expect.stringContaining('401') } },
    });
    expect((await add('twice')).status).toBe(201);
    expect((await add('twice')).body.error.code).toBe('model_name_taken');
    for (const [body, field] of [
      [{ provider: 'cohere', model: 'm' }, 'base_url'],
      [{ provider: 'cohere', base_url: server.url }, 'model'],
      [{ provider: 'onnx', model: 'm', api_key: 'k' }, 'api_key'],
    ] as const) {
      const { status, body: refused } = await owner.call('POST', '/rag/rerankers', body);
      expect([status, refused.error.details.field]).toEqual([400, field]);
    }
    const member = await rag.addPerson('mia', 'acme', 'member');
    expect((await member.call('GET', '/rag/rerankers')).status).toBe(403);
  });
});
