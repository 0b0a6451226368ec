import { describe, expect, it } from '@jest/globals';
import { startRecordedHttp } from './recorded-http.ts';

describe('startRecordedHttp', () => {
  it('answers a route from its list in turn and keeps the last answer', async () => {
    await using server = await startRecordedHttp({
      'GET /rows': [{ status: 503 }, { body: { rows: 2 } }],
    });
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1) {
      statuses.push((await fetch(`${server.url}/rows?page=${turn}`)).status);
    }
    expect(statuses).toEqual([503, 200, 200]);
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/rows?page=0',
      '/rows?page=1',
      '/rows?page=2',
    ]);
  });

  it('lets a function answer from the request, and says what it has no recording for', async () => {
    await using server = await startRecordedHttp({
      'POST /echo': ({ body }) => ({ body: JSON.parse(body) }),
    });
    const echoed = await fetch(`${server.url}/echo`, { method: 'POST', body: '{"a":1}' });
    expect(await echoed.json()).toEqual({ a: 1 });
    expect((await fetch(`${server.url}/other`)).status).toBe(404);
  });

  it('cuts a stream after what was sent', async () => {
    await using server = await startRecordedHttp({
      'GET /stream': { chunks: ['data: 1\n\n'], delayMs: 20, cut: true },
    });
    const response = await fetch(`${server.url}/stream`);
    await expect(response.text()).rejects.toThrow();
  });
});
