import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publicUrl, startGateway, type TestGateway } from '../../test/start-gateway.ts';

describe('the gateway with all it needs', () => {
  it('is ready and well', async () => {
    await using gateway = await startGateway();
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
    const health = await fetch(`${gateway.url}/health`);
    expect(await health.json()).toMatchObject({ name: 'gateway', status: 'ok', database: 'ok' });
  });

  it('reads of a service at most 1 MiB', async () => {
    await using gateway = await startGateway();
    const answerBytes = (bytes: number) => {
      const told = JSON.stringify({ status: 'ok', name: 'rag', version: '1' });
      gateway.rag.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(told.padEnd(bytes));
      };
    };
    const check = async () => (await fetch(`${gateway.url}/health`)).json();
    answerBytes(1_048_576);
    expect(await check()).toMatchObject({ status: 'ok' });
    answerBytes(1_048_577);
    const services = { rag: { status: 'unavailable' }, llm: { status: 'ok' } };
    expect(await check()).toMatchObject({ status: 'degraded', services });
  });
});

describe('the gateway without its database', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' });
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
  });

  it('lives, is not ready, and says what is missing', async () => {
    expect((await fetch(`${gateway.url}/livez`)).status).toBe(200);
    const ready = await fetch(`${gateway.url}/readyz`);
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '2']);
    const health = await fetch(`${gateway.url}/health`);
    expect([health.status, health.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await health.json()).toMatchObject({ status: 'unavailable', database: 'unavailable' });
  });

  it.each([
    ['an API key', { authorization: 'Bearer lct_any' }],
    ['a session', { cookie: 'lectern.session_token=any.thing' }],
  ])('asks who comes with %s to wait', async (_, headers) => {
    const response = await fetch(`${gateway.url}/api/documents`, { headers });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  });

  it('asks who signs in to wait', async () => {
    const response = await fetch(`${gateway.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: publicUrl },
      body: JSON.stringify({ email: 'ada@example.org', password: 'analytical-engine' }),
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  });
});
