import { describe, expect, it } from '@jest/globals';
import { allScopes } from '@lectern/contracts';
import { addPrincipal, eventually } from '@lectern/testing';
import { answerOk, readBody } from '../../test/fake-service.ts';
import { setUpIdempotency } from '../../test/set-up-idempotency.ts';
import { sweepTables } from '../maintenance/sweep-tables.ts';

const { gateway, made, got, send } = await setUpIdempotency();

const rowsOf = async (sql: string) => (await gateway.database.pool.query(sql)).rows;

describe('a request with an idempotency key', () => {
  it('gets its first answer without the quotes that its caller may not read by then', async () => {
    const [kept, lost] = [
      '00000000-0000-4000-8000-000000000001',
      '00000000-0000-4000-8000-000000000002',
    ] as const;
    const cited = (document_id: string) => ({
      n: document_id === kept ? 1 : 2,
      document_id,
      title: 'Secret plans',
      quote: 'Secret words.',
    });
    const row = { document_id: lost, text: 'Secret words.' };
    const answer = {
      checkpoint_id: 'run',
      answer: 'Found:\n- “Plans”: “Kept.” [1]\n- “Secret plans”: “Secret words.” [2]',
      removed: [{ text: 'Secret words. [2]', reason: 'unknown' }],
      citations: [cited(kept), cited(lost)],
      tables: { documents: [row], disagreements: [{ about: 'Secret words' }] },
    };
    gateway.llm.answer = async (request, response) => {
      await readBody(request);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    };
    let isRagThere = true;
    gateway.rag.answer = async (request, response) => {
      const body = JSON.parse(await readBody(request));
      expect(request.url).toBe('/internal/readable-documents');
      expect([...body.document_ids].sort()).toEqual([kept, lost]);
      response.writeHead(isRagThere ? 200 : 503, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ document_ids: [kept] }));
    };
    const ask = async (): Promise<Partial<typeof answer>> => {
      const response = await send('quotes', { path: '/api/research', body: { query: 'What?' } });
      return JSON.parse(await response.text());
    };
    expect(await ask()).toEqual(answer);
    const gone = { withheld: 'document_unavailable' };
    expect(await ask()).toEqual({
      checkpoint_id: 'run',
      answer: 'Found:\n- “Plans”: “Kept.” [1]\n- [2]',
      removed: [{ text: '', reason: 'unknown' }],
      citations: [cited(kept), { ...cited(lost), title: '', quote: '', ...gone }],
      tables: { documents: [{ ...row, text: '', ...gone }], disagreements: [] },
    });
    isRagThere = false;
    expect((await ask()).citations).toEqual(
      [kept, lost].map((id) => ({ ...cited(id), title: '', quote: '', withheld: 'not_checked' })),
    );
  });

  it('has its key for itself: another person uses the same one', async () => {
    await send('shared');
    const { organisationId } = made;
    const userId = 'grace';
    await addPrincipal(gateway.database, { userId, organisationId, role: 'admin' });
    const { key } = await gateway.dependencies.apiKeys.add({
      userId,
      organisationId,
      name: 'other',
      scopes: ['documents:write'],
      expiresInDays: undefined,
    });
    const others = await send('shared', { key, body: { name: 'Other' } });
    expect(others.status).toBe(201);
    expect(others.headers.get('idempotency-replayed')).toBeNull();
  });

  it('is answered for another key of the same rights', async () => {
    await send('same-rights');
    const { userId, organisationId } = made;
    const other = {
      userId,
      organisationId,
      name: 'o',
      scopes: allScopes,
      expiresInDays: undefined,
    };
    const { key } = await gateway.dependencies.apiKeys.add(other);
    const again = await send('same-rights', { key });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('that makes a secret gets it again, and the database does not know it', async () => {
    const body = { name: 'reader', scopes: ['search'] };
    const first = await (await send('secret', { path: '/api/keys', body })).text();
    expect(await (await send('secret', { path: '/api/keys', body })).text()).toBe(first);
    const { key } = JSON.parse(first) as { key: string };
    expect(key).toMatch(/^lct_/);
    expect(JSON.stringify(await rowsOf('select * from auth.idempotency_keys'))).not.toContain(key);
    expect(await rowsOf("select from auth.apikey where name = 'reader'")).toHaveLength(1);
  });
});

describe('kept answers', () => {
  it('of a process that died are given up after the time that the request may take', async () => {
    gateway.rag.answer = () => {
      got.count += 1;
    };
    const hanging = send('died').catch(() => {});
    await eventually(() => got.count === 1);
    expect((await send('died')).status).toBe(409);
    await rowsOf(
      'update auth.idempotency_keys set claimed_until = now() where status is null and claimed_until > now()',
    );
    gateway.rag.answer = answerOk;
    expect((await send('died')).status).toBe(200);
    void hanging;
  });

  it('go after a day', async () => {
    await send('old');
    await rowsOf('update auth.idempotency_keys set expires_at = now()');
    expect((await send('old', { body: { name: 'New' } })).status).toBe(201);
    await sweepTables(gateway.dependencies.database);
    expect(await rowsOf('select from auth.idempotency_keys')).toHaveLength(1);
  });

  it('are at most 2,000 a person', async () => {
    await gateway.database.pool.query(
      `insert into auth.idempotency_keys
         (id, organisation_id, user_id, request, claim, claimed_until, status, expires_at)
       select 'filler ' || n, $1, $2, '', gen_random_uuid(), now(), 200, now() + interval '1 day'
       from generate_series(1, 1999) as n`,
      [made.organisationId, made.userId],
    );
    const refused = await send('one-more');
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      error: { code: 'quota_exceeded', details: { quota: 'idempotency_keys', limit: 2_000 } },
    });
    expect((await send('old', { body: { name: 'New' } })).status).toBe(201);
  });
});
