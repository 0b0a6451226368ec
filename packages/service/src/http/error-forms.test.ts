import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, groupErrors } from '@lectern/contracts';
import { sendRaw } from '@lectern/testing';
import { createLogger } from '../logger.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createHttpApp } from './create-http-app.ts';
import { endSilentBodies } from './end-silent-bodies.ts';
import { listen } from './listen.ts';
import { readJson } from './read-json.ts';

/** Checks the members that OpenAI's clients read. */
const isOpenAi = (body: string) => {
  const { error } = JSON.parse(body) as { error: object };
  return 'type' in error && 'param' in error;
};

describe.each([
  ...Object.values(groupErrors).map(({ path, form }) => ({ path, form })),
  { path: '/V1', form: 'openai' },
  { path: '/api', form: 'lectern' },
  { path: '/v10', form: 'lectern' },
])('errors below $path, in the form of $form', ({ path, form }) => {
  let url: string;
  let close: () => Promise<void> | void;

  beforeAll(async () => {
    const app = createHttpApp({
      name: 'test',
      version: '1',
      logger: createLogger({ name: 'test', level: 'silent' }),
      metrics: createMetrics('test'),
      first: ({ headers }, _response, next) => {
        if (headers.refuse) throw new AppError('unauthorized');
        next();
      },
      routes: (routes) => {
        routes.post(`${path}/echo`, readJson({ maxBytes: 10 }), (_request, response) => {
          response.json({});
        });
        routes.post(`${path}/silent`, endSilentBodies(50), readJson(), (_request, response) => {
          response.json({});
        });
      },
    });
    ({ url } = await listen(app, { host: '127.0.0.1', port: 0 }, (task) => {
      close = task;
    }));
  });

  afterAll(async () => close());

  const head =
    'HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n';

  it.each([
    ['a route that is not there', `GET ${path}/nothing ${head}\r\n`, 404],
    ['the room itself', `GET ${path} ${head}\r\n`, 404],
    ['another method', `DELETE ${path}/echo ${head}\r\n`, 404],
    ['a path with another normal form', `GET ${path}/a/../b ${head}\r\n`, 400],
    ['who is refused before every route', `POST ${path}/echo ${head}refuse: 1\r\n\r\n`, 401],
    ['an unknown expectation', `POST ${path}/echo ${head}expect: tea\r\n\r\n`, 417],
    ['a request without a host', `GET ${path}/echo HTTP/1.1\r\nconnection: close\r\n\r\n`, 400],
    ['two hosts', `GET ${path}/echo ${head}Host: evil.example\r\n\r\n`, 400],
    [
      'two senders',
      `GET ${path}/echo ${head}authorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n`,
      400,
    ],
    ['a body of two types', `POST ${path}/echo ${head}content-type: text/plain\r\n\r\n`, 400],
    ['no JSON', `POST ${path}/echo ${head}content-length: 1\r\n\r\n{`, 400],
    ['too much', `POST ${path}/echo ${head}content-length: 11\r\n\r\n"123456789"`, 413],
    ['a body that stops', `POST ${path}/silent ${head}content-length: 9\r\n\r\n{`, 408],
    [
      'a body with a broken part',
      `POST ${path}/silent ${head}transfer-encoding: chunked\r\n\r\nx\r\n`,
      400,
    ],
  ])('tells %s', async (_what, bytes, status) => {
    const answer = await sendRaw(url, bytes, { limitMs: 5_000 });
    expect([answer.status, isOpenAi(answer.body)]).toEqual([status, form === 'openai']);
  });
});
