import { request as httpRequest } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { allScopes, type ErrorBody } from '@lectern/contracts';
import { eventually } from '@lectern/testing';
import { answerOk } from '../../test/fake-service.ts';
import { setUpIdempotency } from '../../test/set-up-idempotency.ts';

const { resources, gateway, made, got, send } = await setUpIdempotency();
const replica = resources.use(await gateway.startReplica());

/** Makes the service wait until the returned function is called. */
function holdAnswer() {
  const { promise, resolve } = Promise.withResolvers<void>();
  gateway.rag.answer = async (request, response) => {
    got.count += 1;
    await promise;
    answerOk(request, response);
  };
  return resolve;
}

describe('a request with an idempotency key', () => {
  it('gets its first answer again, from every process', async () => {
    const first = await send('again');
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    const answer = await first.text();
    for (const url of [gateway.url, replica.url]) {
      const repeated = await send('again', { url });
      expect(repeated.status).toBe(201);
      expect(repeated.headers.get('idempotency-replayed')).toBe('true');
      expect(repeated.headers.get('content-type')).toBe('application/json');
      expect(await repeated.text()).toBe(answer);
    }
    expect(got.count).toBe(1);
  });

  it('is refused when body or address are others', async () => {
    await send('other');
    for (const sent of [{ body: { name: 'Other' } }, { path: '/api/teams' }]) {
      const refused = await send('other', sent);
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({ error: { code: 'idempotency_conflict' } });
    }
    expect(got.count).toBe(1);
  });

  it('runs once of many at the same time; the others are asked to come back', async () => {
    const finish = holdAnswer();
    const all = Array.from({ length: 8 }, (_, index) =>
      send('race', { url: index % 2 === 0 ? gateway.url : replica.url }),
    );
    const settled: Response[] = [];
    for (const one of all) void one.then((response) => settled.push(response));
    await eventually(() => settled.length === 7 && got.count === 1);
    for (const response of settled) {
      expect(response.status).toBe(409);
      expect(response.headers.get('retry-after')).toBe('2');
      expect(await response.json()).toMatchObject({ error: { code: 'request_running' } });
    }
    finish();
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(409)]);
    expect((await send('race')).status).toBe(200);
    expect(got.count).toBe(1);
  });

  it('is carried to its end when the caller goes away', async () => {
    const finish = holdAnswer();
    const body = '{"name":"Papers"}';
    const gone = httpRequest(`${gateway.url}/api/collections`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${made.key}`,
        'content-type': 'application/json',
        'idempotency-key': 'gone',
      },
    });
    gone.on('error', () => {}).end(body);
    await eventually(() => got.count === 1);
    gone.destroy();
    await eventually(() => gone.closed);
    finish();
    await eventually(async () => (await send('gone')).status === 200);
    expect(got.count).toBe(1);
  });

  it('runs again after a refusal, which did nothing', async () => {
    const answer = gateway.rag.answer;
    for (const status of [400, 503]) {
      gateway.rag.answer = (request, response) => {
        request.resume().once('end', () => response.writeHead(status).end('{}'));
      };
      expect((await send('refused')).status).toBe(status);
    }
    gateway.rag.answer = (request) => request.socket.destroy();
    expect((await send('refused')).status).toBe(503);
    gateway.rag.answer = answer;
    expect((await send('refused', { body: { name: 'Better' } })).status).toBe(201);
  });

  it.each([
    { than: 'fewer scopes', scopes: ['documents:write', 'admin'], expiresInDays: undefined },
    { than: 'an end', scopes: allScopes, expiresInDays: 1 },
  ] as const)('is not answered for a key with $than', async ({ than, scopes, expiresInDays }) => {
    const sent = {
      path: '/api/keys',
      body: { name: than, scopes: ['search', 'admin'], expires_in_days: 300 },
    };
    const name = than.replace(' ', '-');
    expect((await send(name, sent)).status).toBe(201);
    const { userId, organisationId } = made;
    const narrow = { userId, organisationId, name, scopes, expiresInDays };
    const { key } = await gateway.dependencies.apiKeys.add(narrow);
    const refused = await send(name, { ...sent, key });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('idempotency-replayed')).toBeNull();
    const again = await send(name, sent);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('is not run twice when its answer was too large to keep', async () => {
    gateway.rag.answer = (request, response) => {
      got.count += 1;
      request.resume().once('end', () => response.end(JSON.stringify('x'.repeat(70_000))));
    };
    expect((await (await send('large')).text()).length).toBe(70_002);
    // The answer can be read to its end before its end is stored.
    const code = await eventually(async () => {
      const repeated = await send('large');
      expect(repeated.status).toBe(409);
      const { error } = (await repeated.json()) as { error: { code: string } };
      return error.code !== 'request_running' && error.code;
    });
    expect(code).toBe('idempotency_conflict');
    expect(got.count).toBe(1);
  });

  it('gets an answer that is too large to keep as it comes', async () => {
    let finish = () => {};
    gateway.rag.answer = (request, response) => {
      got.count += 1;
      request.resume().once('end', () => response.write('x'.repeat(70_000)));
      finish = () => response.end('end');
    };
    const answer = await send('parts');
    expect((await send('parts')).status).toBe(409);
    finish();
    expect((await answer.text()).slice(-4)).toBe('xend');
    expect(await (await send('parts')).json()).toMatchObject({
      error: { code: 'idempotency_conflict' },
    });
    expect(got.count).toBe(1);
  });

  it('is not run twice when its large answer breaks off', async () => {
    gateway.rag.answer = (request, response) => {
      got.count += 1;
      request.resume().once('end', () => {
        response.write('x'.repeat(70_000), () => response.destroy());
      });
    };
    await expect(send('broken').then((answer) => answer.text())).rejects.toThrow();
    expect((await send('broken')).status).toBe(409);
    expect(got.count).toBe(1);
  });

  it.each(['with space', 'x'.repeat(256), ''])('is refused with the key "%.20s"', async (key) => {
    const refused = await send(key);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { details: { field: 'Idempotency-Key' } },
    });
    expect(got.count).toBe(0);
  });

  it('runs on where it changes nothing', async () => {
    const search = { path: '/api/search', body: { query: 'x' } };
    await send('reads', search);
    expect((await send('reads', { ...search, body: { query: 'y' } })).status).toBe(201);
  });

  it('is not run twice as a stream, which is passed on as it comes', async () => {
    let finish = () => {};
    gateway.llm.answer = (request, response) => {
      got.count += 1;
      request.resume().once('end', () => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('event: node\ndata: {}\n\n');
      });
      finish = () => response.end('event: done\ndata: {}\n\n');
    };
    const research = { path: '/api/research', accept: 'text/event-stream', body: { query: 'x' } };
    const first = await send('streams', research);
    expect(first.headers.get('content-type')).toBe('text/event-stream');
    const parts = first.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await parts?.read())?.value).toBe('event: node\ndata: {}\n\n');
    // The start is stored concurrently with the first event.
    await eventually(async () => {
      const { error } = (await (await send('streams', research)).json()) as ErrorBody;
      return error.code === 'idempotency_conflict';
    });
    finish();
    expect((await parts?.read())?.value).toBe('event: done\ndata: {}\n\n');
    expect((await send('streams', { ...research, url: replica.url })).status).toBe(409);
    expect((await send('streams', { ...research, body: { query: 'y' } })).status).toBe(409);
    expect((await send('streams', { ...research, accept: 'application/json' })).status).toBe(409);
    expect(got.count).toBe(1);
  });

  it.each([
    { with: 'nothing', body: undefined },
    { with: 'its reason', body: '{"error": {"code": "search_unavailable"}}' },
  ])('is run again as a stream that was refused before it began, with $with', async ({ body }) => {
    gateway.llm.answer = (request, response) => {
      got.count += 1;
      request.resume().once('end', () => response.writeHead(503).end(body));
    };
    const key = `refused-stream-${body === undefined}`;
    const research = { path: '/api/research', accept: 'text/event-stream', body: { query: 'x' } };
    for (const _time of [1, 2, 3, 4, 5]) {
      expect((await send(key, research)).status).toBe(503);
    }
    expect(got.count).toBe(5);
  });

  it('is run again as a stream that broke off before its first event', async () => {
    gateway.llm.answer = (request, response) => {
      got.count += 1;
      request.resume().once('end', () => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.flushHeaders();
        response.destroy();
      });
    };
    const research = { path: '/api/research', accept: 'text/event-stream', body: { query: 'x' } };
    for (const times of [1, 2]) {
      const broken = await send('broken-stream', research);
      expect(broken.headers.get('idempotency-replayed')).toBeNull();
      expect(await broken.text()).toContain('event: error');
      expect(got.count).toBe(times);
    }
  });

  it.each([
    { when: 'before its service answered', answers: false, repeated: 'run again' },
    { when: 'before its first event', answers: true, repeated: 'refused' },
  ])('is $repeated as a stream whose caller left $when', async ({ answers }) => {
    const key = `left-${answers}`;
    gateway.llm.answer = (request, response) => {
      got.count += 1;
      request.resume().once('end', () => {
        if (!answers) return;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.flushHeaders();
      });
    };
    const gone = httpRequest(`${gateway.url}/api/research`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${made.key}`,
        accept: 'text/event-stream',
        'content-type': 'application/json',
        'idempotency-key': key,
      },
    });
    let isAnswered = false;
    gone
      .on('error', () => {})
      .on('response', () => {
        isAnswered = true;
      })
      .end('{"query":"x"}');
    await eventually(() => got.count === 1 && isAnswered === answers);
    gone.destroy();
    gateway.llm.answer = (request, response) => {
      got.count += 1;
      request.resume().once('end', () => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end('event: done\ndata: {}\n\n');
      });
    };
    const research = { path: '/api/research', accept: 'text/event-stream', body: { query: 'x' } };
    let code: string | undefined;
    await eventually(async () => {
      const again = await send(key, research);
      code = again.ok ? 'ran' : ((await again.json()) as ErrorBody).error.code;
      return code !== 'request_running';
    });
    expect(code).toBe(answers ? 'idempotency_conflict' : 'ran');
    expect(got.count).toBe(answers ? 1 : 2);
  });
});
