import { describe, expect, it } from '@jest/globals';
import { sampleDocument } from '@lectern/testing';
import { FakeGateway, refusal } from '../../test/fake-gateway.ts';
import { run, runWith } from '../../test/run.ts';

const rag = {
  status: 'ok',
  name: 'rag',
  version: '1.2.3',
  index: { status: 'ok', generation: 'g1', unindexed_rows: 12 },
  embedding_model: 'static-1',
  queue: { waiting: 0, active: 0, delayed: 0 },
};
const healthOf = (services: object) => ({
  body: { status: 'ok', name: 'gateway', version: '1.2.3', database: 'ok', services },
});
const me = {
  body: {
    user: { id: 'u', email: 'ann@example.org', name: 'Ann' },
    organisation: { id: 'o', name: 'Home' },
    role: 'owner',
    scopes: ['admin'],
    operator: false,
    may_create_organisations: true,
  },
};

async function examine(services: object, caller: object = me, waiting: object[] = []) {
  await using gateway = await FakeGateway.start();
  gateway.answerOnce('GET /health', healthOf(services));
  gateway.answerOnce('GET /api/admin/health', healthOf(services));
  gateway.answerOnce('GET /api/me', caller);
  gateway.answerOnce('GET /api/documents', { body: { documents: waiting, next_cursor: null } });
  return await run(gateway, 'admin', 'doctor');
}

describe('lectern admin doctor', () => {
  it('says of each part that it is well', async () => {
    const { exitCode, output } = await examine({ rag });
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^ok +gateway +http:.*, version 1\.2\.3$/m);
    expect(output).toMatch(/^ok +key +ann@example\.org, owner of Home$/m);
    expect(output).toMatch(/^ok +index +generation g1, 12 rows not covered yet$/m);
    expect(output).toMatch(/^ok +queue +no document waits$/m);
    expect(output).not.toMatch(/^(warn|fail)/m);
  });

  it('fails when a service is away', async () => {
    const { exitCode, output } = await examine({ rag, llm: { status: 'unavailable' } });
    expect(exitCode).toBe(1);
    expect(output).toMatch(/^fail +llm +does not answer/m);
  });

  it('warns of another version, an old queue and an index that lags', async () => {
    const index = { status: 'ok', generation: 'g1', unindexed_rows: 50_000 };
    const waiting = [900, 20].map((seconds) =>
      sampleDocument({ updated_at: new Date(Date.now() - seconds * 1000).toISOString() }),
    );
    const { exitCode, output } = await examine(
      { rag: { ...rag, version: '1.1.0', index } },
      me,
      waiting,
    );
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^warn +rag +version 1\.1\.0, gateway 1\.2\.3$/m);
    expect(output).toMatch(/^warn +index +generation g1, 50000 rows/m);
    expect(output).toMatch(
      /^warn +queue +2 documents wait, the oldest for 9\d\d s; nothing is being worked on/m,
    );
  });

  it('says what the model server, the disk and a change of the embedding model lack', async () => {
    const message = 'model qwen3 at http://localhost:11434/v1: it refuses MODEL_API_KEY (401)';
    const llm = {
      ...rag,
      name: 'llm',
      status: 'degraded',
      model: { problem: 'key_refused', message },
    };
    const building = {
      embedding_model: 'e5:384',
      documents_done: 3,
      documents_total: 40,
      texts_per_second: 1.5,
      problem: 'it answered 401.',
    };
    const disk = { status: 'full', free_bytes: 30 * 1024 * 1024 };
    const { exitCode, output } = await examine({ rag: { ...rag, building, disk }, llm });
    expect(exitCode).toBe(1);
    expect(output).toContain(message);
    expect(output).toMatch(
      /^warn +embedding +the index for e5:384 .*3 of 40 documents, 1\.5 texts a second.*It waits: it answered 401\.$/m,
    );
    expect(output).toMatch(/^fail +disk +30 MB free/m);
  });

  it('says how many documents wait for the embedding model, and how fast it goes', async () => {
    const { output } = await examine({ rag: { ...rag, without_vectors: 3 } });
    expect(output).toMatch(
      /^warn +embedding +3 documents are found by keyword alone until .*the worker's log says/m,
    );
    const filling = { texts_per_second: 1.5 };
    const going = await examine({ rag: { ...rag, without_vectors: 3, filling } });
    expect(going.output).toMatch(/^warn +embedding +3 documents .*1\.5 texts a second are made$/m);
  });

  it('fails when the key is not taken', async () => {
    const { exitCode, output } = await examine({ rag }, refusal(401, 'unauthorized'));
    expect(exitCode).toBe(1);
    expect(output).toMatch(/^fail +key +message of unauthorized$/m);
  });

  it('fails with the address when the gateway cannot be reached', async () => {
    const { exitCode, output } = await runWith(
      { LECTERN_URL: 'http://127.0.0.1:9', LECTERN_API_KEY: 'k' },
      'admin',
      'doctor',
    );
    expect(exitCode).toBe(1);
    expect(output).toMatch(/^fail +gateway +http:\/\/127\.0\.0\.1:9 cannot be reached: ./);
  });
});

describe('lectern admin rebuild-index', () => {
  const state = (running: boolean, done: number) => ({
    body: { running, documents_done: done, documents_total: 3 },
  });

  it('waits until the index is filled again', async () => {
    await using gateway = await FakeGateway.start();
    const route = '/api/admin/rebuild-index';
    gateway.answerOnce(`POST ${route}`, { ...state(true, 0), status: 202 });
    gateway.answerOnce(`GET ${route}`, state(true, 2));
    gateway.answerOnce(`GET ${route}`, state(false, 3));
    const { exitCode, output } = await run(gateway, 'admin', 'rebuild-index');
    expect(exitCode).toBe(0);
    expect(output).toBe('The index holds 3 documents again.\n');
  });

  it('says who may ask for it', async () => {
    await using gateway = await FakeGateway.start();
    gateway.answerOnce('POST /api/admin/rebuild-index', refusal(403, 'forbidden'));
    const { exitCode, notes } = await run(gateway, 'admin', 'rebuild-index');
    expect(exitCode).toBe(1);
    expect(notes).toContain('(forbidden)');
  });
});

describe('lectern admin reset-sign-in', () => {
  it('says whether there was something to take away', async () => {
    await using gateway = await FakeGateway.start();
    const path = 'POST /api/admin/sign-in-resets';
    for (const was_set of [true, false]) {
      gateway.answerOnce(path, { status: 200, body: { was_set } });
      const { notes } = await run(gateway, 'admin', 'reset-sign-in', 'a@b.org', '--what', 'oidc');
      expect(notes).toContain(was_set ? 'has no binding' : 'had no binding');
    }
  });
});

describe('lectern admin audit verify', () => {
  const hash = 'a'.repeat(64);
  const verified = { events: 3, last_id: '3', hash, broken_id: null };

  it('prints what the next check can expect', async () => {
    await using gateway = await FakeGateway.start();
    gateway.answerOnce('POST /api/admin/audit/verify', { body: verified });
    const { exitCode, output } = await run(
      gateway,
      'admin',
      'audit',
      'verify',
      '--expect',
      `2:${hash}`,
    );
    expect([exitCode, output]).toEqual([0, `3 audit events are whole. Last: 3:${hash}\n`]);
    expect(JSON.parse(gateway.bodies.at(-1) ?? '')).toEqual({ expected: { id: '2', hash } });
  });

  it('fails when an event was changed', async () => {
    await using gateway = await FakeGateway.start();
    gateway.answerOnce('POST /api/admin/audit/verify', { body: { ...verified, broken_id: '2' } });
    const { exitCode, output } = await run(gateway, 'admin', 'audit', 'verify');
    expect(exitCode).toBe(1);
    expect(output).toContain('Event 2, or one before it, was changed or removed.');
  });
});

describe('lectern admin token', () => {
  it('prints the token alone', async () => {
    await using gateway = await FakeGateway.start();
    gateway.answerOnce('POST /api/admin/tokens', { status: 201, body: { token: 'a.b.c' } });
    const outcome = await run(gateway, 'admin', 'token', '--as', 'ann@example.org');
    expect(outcome).toMatchObject({ exitCode: 0, output: 'a.b.c\n' });
  });

  it('says why there is none', async () => {
    await using gateway = await FakeGateway.start();
    gateway.answerOnce('POST /api/admin/tokens', refusal(403, 'forbidden'));
    const { exitCode, notes } = await run(gateway, 'admin', 'token', '--as', 'x@example.org');
    expect(exitCode).toBe(1);
    expect(notes).toContain('(forbidden)');
  });
});
