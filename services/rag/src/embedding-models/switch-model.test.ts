import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EmbeddingModel } from '@lectern/contracts';
import { createSealingKey } from '@lectern/service';
import { eventually } from '@lectern/testing';
import { GatedEmbeddings } from '../../test/gated-embeddings.ts';
import { filesOf, type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';
import { environmentEmbedderId } from './embedding-models.ts';

describe('switching the embedding model', () => {
  const server = new GatedEmbeddings();
  let rag: TestRag;
  let owner: Person;

  beforeAll(async () => {
    await server.start();
    rag = await startTestRag({ CREDENTIAL_KEYS: createSealingKey() });
    owner = await rag.addPerson('olga', 'acme', { role: 'owner', isOperator: true });
    const { body } = await owner.call('POST', '/rag/collections', { name: 'Birds' });
    for (const [name, text] of Object.entries({
      'heron.txt': 'The heron waits in shallow water.',
      'stork.txt': 'The stork stands in shallow water too.',
    })) {
      const path = `/rag/collections/${body.id}/documents`;
      const uploaded = await owner.call('POST', path, filesOf({ [name]: text }));
      await rag.settled(owner, uploaded.body.documents[0].id);
    }
  });
  afterAll(async () => {
    await rag[Symbol.asyncDispose]();
    await server.stop();
  });

  const list = async (): Promise<EmbeddingModel[]> =>
    (await owner.call('GET', '/rag/embedding-models')).body.models;
  const add = (model: string, place: object = { dimensions: 8 }) => {
    const { EMBEDDING_BASE_URL: base_url } = server.settings(model);
    const body = { provider: 'openai_compatible', model, base_url, ...place };
    return owner.call('POST', '/rag/embedding-models', body);
  };
  /** Searches until a model is active; returns the numbers of searches, failed and by keyword. */
  const searchUntilActive = async (id: string) => {
    const counts = { searches: 0, failed: 0, byKeyword: 0 };
    await eventually(
      async () => {
        const { status, body } = await owner.call('POST', '/rag/search', { query: 'heron' });
        counts.searches += 1;
        if (status !== 200 || body.chunks.length !== 2) counts.failed += 1;
        else if (body.warnings.length > 0) counts.byKeyword += 1;
        return (await list()).some((model) => model.id === id && model.state === 'active');
      },
      { timeoutMs: 40_000 },
    );
    return counts;
  };

  it('goes to an added model and back while every search is answered by vectors', async () => {
    const added = await add('new');
    expect(added).toMatchObject({ status: 201, body: { model: 'new', state: 'idle' } });
    const { id } = added.body;
    const switched = await owner.call('POST', `/rag/embedding-models/${id}/switch`);
    expect(switched).toMatchObject({ status: 202, body: { id, state: 'waiting' } });
    const there = await searchUntilActive(id);
    expect(there.searches).toBeGreaterThan(1);
    expect(there).toMatchObject({ failed: 0, byKeyword: 0 });
    await eventually(
      async () => (await owner.call('GET', '/health')).body.embedding_model === 'new:8',
      {
        timeoutMs: 10_000,
      },
    );
    const dense = await owner.call('POST', '/rag/search', { query: 'heron', mode: 'dense' });
    expect(dense).toMatchObject({ status: 200, body: { warnings: [] } });
    expect((await owner.call('DELETE', `/rag/embedding-models/${id}`)).status).toBe(403);

    await owner.call('POST', `/rag/embedding-models/${environmentEmbedderId}/switch`);
    expect(await searchUntilActive(environmentEmbedderId)).toMatchObject({
      failed: 0,
      byKeyword: 0,
    });
    expect((await owner.call('DELETE', `/rag/embedding-models/${id}`)).status).toBe(204);
  });

  it('is tried on an evaluation set before, with vectors of the trial alone', async () => {
    const { body: model } = await add('tried');
    const trial = (id: string, evaluation_set_id: string, person = owner) =>
      person.call('POST', `/rag/embedding-models/${id}/trials`, { evaluation_set_id });
    const { body: set } = await owner.call('POST', '/rag/evaluation-sets', { name: 'Waders' });
    const { body: documents } = await owner.call('GET', '/rag/documents');
    const answers = documents.documents
      .filter(({ title }: { title: string }) => title.includes('heron'))
      .map(({ id }: { id: string }) => ({ document_id: id }));
    await owner.call('POST', `/rag/evaluation-sets/${set.id}/questions`, {
      query: 'Who waits in shallow water?',
      answers,
    });
    server.seen = [];
    const begun = await trial(model.id, set.id);
    expect(begun).toMatchObject({
      status: 202,
      body: { settings: [{ mode: 'hybrid' }, { mode: 'hybrid', embedding_model: model.id }] },
    });
    const run = await eventually(
      async () => {
        const { body } = await owner.call(
          'GET',
          `/rag/evaluation-sets/${set.id}/runs/${begun.body.id}`,
        );
        return body.status !== 'running' && body;
      },
      { timeoutMs: 20_000 },
    );
    expect(run).toMatchObject({
      status: 'done',
      result: {
        settings: [{ embedded: null }, { embedded: { passages: 2 }, fallbacks: 0 }],
        questions: [{ results: [{ first_rank: 1 }, {}] }],
      },
    });
    expect(server.seen.filter((text) => text.includes('\n'))).toHaveLength(2);
    expect((await list()).find(({ id }) => id === model.id)?.state).toBe('idle');

    expect((await trial(crypto.randomUUID(), set.id)).body.error.code).toBe('model_not_found');
    const unknown = await trial(model.id, crypto.randomUUID());
    expect(unknown.body.error.code).toBe('evaluation_set_not_found');
    const member = await rag.addPerson('mo', 'acme', 'member');
    expect((await trial(model.id, set.id, member)).status).toBe(403);
  });

  it('asks the server for the length of its vectors, and keeps the key sealed', async () => {
    server.key = 'planted-key';
    expect(await add('keyed', {})).toMatchObject({
      body: { error: { code: 'embedding_unavailable' } },
    });
    const { status, body } = await add('keyed', { api_key: 'planted-key' });
    server.key = undefined;
    expect([status, body]).toMatchObject([201, { dimensions: 8, has_api_key: true }]);
    const { rows } = await rag.database.pool.query(
      'select to_jsonb(m)::text as row from rag.embedding_models m where id = $1',
      [body.id],
    );
    expect(JSON.stringify([body, await list(), rows])).not.toContain('planted-key');
    expect((await owner.call('DELETE', `/rag/embedding-models/${body.id}`)).status).toBe(204);
  });

  it('adds no model that embeds nothing, none twice, and none for a member', async () => {
    server.isOpen = false;
    expect(await add('away')).toMatchObject({
      status: 503,
      body: {
        error: {
          code: 'embedding_unavailable',
          details: { field: 'api_key', reason: 'key_refused' },
        },
      },
    });
    server.isOpen = true;
    const folder = { provider: 'onnx', model: '/no/such/folder' };
    expect(await owner.call('POST', '/rag/embedding-models', folder)).toMatchObject({
      body: { error: { details: { field: 'model', reason: 'model_unknown' } } },
    });
    expect((await add('twice')).status).toBe(201);
    expect(await add('twice')).toMatchObject({ body: { error: { code: 'model_name_taken' } } });
    const member = await rag.addPerson('mia', 'acme', 'member');
    expect((await member.call('GET', '/rag/embedding-models')).status).toBe(403);
    const unknown = await owner.call('DELETE', `/rag/embedding-models/${crypto.randomUUID()}`);
    expect(unknown.status).toBe(404);
  });
});
