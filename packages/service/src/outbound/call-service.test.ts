import { describe, expect, it } from '@jest/globals';
import { type RecordedRoute, startRecordedHttp } from '@lectern/testing';
import { callService } from './call-service.ts';

const route = { method: 'POST', path: '/outside', insidePath: '/inside' } as const;
const token = 'a.b.c';
const timeoutMs = 10_000;

const start = (answer: RecordedRoute) => startRecordedHttp({ 'POST /inside': answer });

describe('a call to a service of our own', () => {
  it('takes the path inside, the token, the headers and the body along', async () => {
    await using service = await start({ body: { done: true } });
    const { url } = service;
    const call = { url, token, timeoutMs, headers: { 'x-request-id': 'r-1' }, body: { a: 1 } };
    expect(await (await callService(route, call)).json()).toEqual({ done: true });
    expect(service.requests).toMatchObject([
      {
        path: '/inside',
        body: '{"a":1}',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-request-id': 'r-1',
        },
      },
    ]);
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect: %i', async (status) => {
    await using stranger = await startRecordedHttp({});
    await using service = await start({ status, headers: { location: `${stranger.url}/inside` } });
    const { url } = service;
    await expect(callService(route, { url, token, timeoutMs, body: {} })).rejects.toMatchObject({
      cause: { message: 'unexpected redirect' },
    });
    expect(service.requests).toHaveLength(1);
    expect(stranger.requests).toEqual([]);
  });

  it('ends with its time', async () => {
    await using service = await start({ delayMs: 60_000 });
    const late = callService(route, { url: service.url, timeoutMs: 20 });
    await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it("ends with its caller's patience", async () => {
    await using service = await start({ delayMs: 60_000 });
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(callService(route, { url: service.url, timeoutMs, signal })).rejects.toThrow(
      'gone',
    );
  });

  it('reads no answer that is larger than agreed', async () => {
    await using service = await start({ body: 'x'.repeat(101) });
    const { url } = service;
    const whole = await callService(route, { url, timeoutMs, maxAnswerBytes: 101 });
    expect(await whole.text()).toHaveLength(101);
    const cut = await callService(route, { url, timeoutMs, maxAnswerBytes: 100 });
    await expect(cut.text()).rejects.toThrow('too large');
  });
});
