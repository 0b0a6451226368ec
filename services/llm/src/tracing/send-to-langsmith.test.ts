import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@lectern/service';
import { listenOnFreePort } from '@lectern/testing';
import { createLangsmithFetch } from './send-to-langsmith.ts';

const body = 'the question of a run';

/** Answers with these statuses in turn, the last one for ever. */
async function startServer(...statuses: readonly number[]) {
  const bodies: string[] = [];
  const server = await listenOnFreePort(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(statuses[bodies.length - 1] ?? statuses.at(-1) ?? 200).end('{}');
  });
  return { ...server, bodies };
}

function open() {
  const lines: string[] = [];
  const destination = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  const closing = new AbortController();
  const logger = createLogger({ name: 'llm', level: 'info', destination });
  return { lines, closing, send: createLangsmithFetch({ logger, closing: closing.signal }) };
}

describe('what is sent to LangSmith', () => {
  it('is sent once more where the server is busy, and then whole', async () => {
    await using server = await startServer(503, 200);
    const { send, lines } = open();
    expect((await send(`${server.url}/runs`, { method: 'POST', body })).status).toBe(200);
    expect(server.bodies).toEqual([body, body]);
    expect(lines).toEqual([]);
  });

  it.each([
    ['a server that is away', undefined, '"reason":"ECONNREFUSED"'],
    ['a wrong key', 401, '"reason":401'],
    ['a server that stays busy', 503, '"reason":503'],
  ])(
    'is lost by %s: one line of the log says why, without the text',
    async (_name, status, why) => {
      const server = await startServer(status ?? 200);
      if (status === undefined) await server[Symbol.asyncDispose]();
      const { send, lines } = open();
      const answer = await send(`${server.url}/runs?key=secret`, { method: 'POST', body });
      if (status !== undefined) await server[Symbol.asyncDispose]();
      expect(answer.ok).toBe(true);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(why);
      expect(lines[0]).not.toMatch(/question|secret/);
    },
  );

  it('goes nowhere else, and no key with it', async () => {
    await using elsewhere = await startServer(200);
    await using server = await listenOnFreePort((_request, response) => {
      response.writeHead(307, { location: `${elsewhere.url}/runs` }).end();
    });
    const { send, lines } = open();
    const headers = { 'x-api-key': 'secret' };
    await send(`${server.url}/runs`, { method: 'POST', body, headers });
    expect(elsewhere.bodies).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"reason":307');
  });

  it('may be refused in a way that the client understands', async () => {
    await using server = await startServer(404);
    expect((await open().send(`${server.url}/runs`, { method: 'POST', body })).status).toBe(404);
  });

  it('waits for nothing any more once the service closes', async () => {
    await using server = await startServer(503);
    const { send, closing } = open();
    const sending = send(`${server.url}/runs`, { method: 'POST', body });
    closing.abort();
    const started = performance.now();
    await sending;
    expect(performance.now() - started).toBeLessThan(900);
  });
});
