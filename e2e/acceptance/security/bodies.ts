import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Clause } from '../subject.ts';
import { answered, tell } from './findings.ts';
import { repeat, sendRaw, toChunk } from './send-raw.ts';
import { type DoorsWorld, maxBodyBytes } from './world.ts';

const brackets = gzipSync(Buffer.alloc(30_000_000, '['));
const piece = Buffer.alloc(64 * 1024, 'x');

function headOf(world: DoorsWorld, path: string, ...lines: readonly string[]): readonly string[] {
  return [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${world.suite.port}`,
    `origin: ${world.url}`,
    ...lines,
  ];
}

const withKey = ({ api }: DoorsWorld) => `authorization: Bearer ${api.apiKey}`;
const json = 'content-type: application/json';

/** Deliver 2: bodies. */
export const bodies: readonly Clause<DoorsWorld>[] = [
  {
    name: '2 a gzip of 30 MB of brackets is not inflated and holds nobody up',
    async ask(world) {
      const collectionId = await world.api.createCollection('Brackets');
      const path = `/api/collections/${collectionId}/documents`;
      const answer = await sendRaw({
        port: world.suite.port,
        head: headOf(
          world,
          path,
          withKey(world),
          json,
          'content-encoding: gzip',
          `content-length: ${brackets.length}`,
        ),
        body: [brackets],
      });
      const started = performance.now();
      const next = await world.api.request('GET', '/api/collections');
      const seconds = (performance.now() - started) / 1_000;
      return {
        call: `POST ${path}, ${brackets.length} bytes of gzip, then GET /api/collections`,
        answer: `${tell(answer)}; the next ${next.status} after ${seconds.toFixed(2)} s`,
        holds: answer.status === 415 && next.status === 200 && seconds < 5,
      };
    },
  },
  {
    name: '2 no route inflates a body',
    async ask(world) {
      const body = gzipSync(Buffer.from('{"query":"x"}'));
      const statuses = [];
      for (const path of [
        '/api/search',
        '/api/auth/sign-in/email',
        '/v1/chat/completions',
        '/mcp',
      ]) {
        const { status } = await sendRaw({
          port: world.suite.port,
          head: headOf(
            world,
            path,
            withKey(world),
            json,
            'accept: application/json, text/event-stream',
            'content-encoding: gzip',
            `content-length: ${body.length}`,
          ),
          body: [body],
        });
        statuses.push(`${path} ${status}`);
      }
      return {
        call: 'POST with content-encoding: gzip',
        answer: statuses.join(', '),
        holds: statuses.every((status) => status.endsWith('415')),
      };
    },
  },
  {
    name: '2 450 MB announced to sign-out are refused unread',
    async ask(world) {
      const answer = await sendRaw({
        port: world.suite.port,
        head: headOf(world, '/api/auth/sign-out', json, 'content-length: 450000000'),
        body: repeat(piece, 450_000_000),
      });
      return {
        call: 'POST /api/auth/sign-out, 450 MB announced',
        answer: `${tell(answer)}, ${answer.sentBytes} bytes were sent`,
        holds: answer.status === 413 && answer.sentBytes < 20_000_000,
      };
    },
  },
  {
    name: '2 450 MB in chunks to sign-out are refused after 64 KB',
    async ask(world) {
      const before = await readMemory(world);
      const answer = await sendRaw({
        port: world.suite.port,
        head: headOf(world, '/api/auth/sign-out', json, 'transfer-encoding: chunked'),
        body: repeat(toChunk(piece), 450_000_000),
      });
      const grownBy = Math.round(((await readMemory(world)) - before) / 1_048_576);
      return {
        call: 'POST /api/auth/sign-out, 450 MB in chunks',
        answer: `${tell(answer)}, ${answer.sentBytes} bytes were sent, the gateway grew by ${grownBy} MiB`,
        holds: answer.status === 413 && answer.sentBytes < 20_000_000 && grownBy < 100,
      };
    },
  },
  {
    name: '2 MAX_BODY_BYTES holds for chunked bodies',
    async ask(world) {
      const collectionId = await world.api.createCollection('Chunks');
      const answer = await sendRaw({
        port: world.suite.port,
        head: headOf(
          world,
          `/api/collections/${collectionId}/documents`,
          withKey(world),
          'content-type: multipart/form-data; boundary=x',
          'transfer-encoding: chunked',
        ),
        body: (function* () {
          yield toChunk(
            Buffer.from(
              '--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n',
            ),
          );
          yield* repeat(toChunk(piece), 40 * maxBodyBytes);
        })(),
      });
      return {
        call: `POST /api/collections/{id}/documents in chunks past ${maxBodyBytes} bytes`,
        answer: `${tell(answer)}, ${answer.sentBytes} bytes were sent`,
        holds: answer.status === 413 && answer.sentBytes < 20 * maxBodyBytes,
      };
    },
  },
  {
    name: '2 a body that never ends is given up',
    async ask(world) {
      const answer = await sendRaw({
        port: world.suite.port,
        head: headOf(world, '/api/search', withKey(world), json, 'content-length: 1000'),
        body: [Buffer.from('{"query": "')],
        timeoutMs: 90_000,
      });
      return {
        call: 'POST /api/search of which nothing comes any more',
        answer: `${tell(answer)} after ${answer.seconds.toFixed(1)} s`,
        holds: (answer.status === 408 || answer.status === 0) && answer.seconds < 75,
      };
    },
  },
  {
    name: '2 depth is counted while a body is read',
    async ask(world) {
      const deep = Buffer.from('['.repeat(100_000));
      const answer = await sendRaw({
        port: world.suite.port,
        head: headOf(world, '/api/search', withKey(world), json, 'content-length: 100000000'),
        body: [deep],
        timeoutMs: 20_000,
      });
      return {
        call: 'POST /api/search, 100,000 brackets of an announced 100 MB',
        answer: `${tell(answer)} after ${answer.seconds.toFixed(1)} s`,
        holds: (answer.status === 413 || answer.status === 400) && answer.seconds < 10,
      };
    },
  },
  {
    name: '2 rights come before bodies',
    async ask(world) {
      const place = await world.createPlace();
      const collectionId = await world.api.createCollection('Closed');
      const answer = await sendRaw({
        port: world.suite.port,
        head: headOf(
          world,
          `/api/collections/${collectionId}/documents`,
          `authorization: Bearer ${place.api.apiKey}`,
          json,
          'content-length: 1900000',
        ),
        body: [Buffer.from('{"documents": [')],
        timeoutMs: 20_000,
      });
      return {
        call: "POST into another organisation's collection, 1.9 MB announced and 15 bytes sent",
        answer: `${tell(answer)} after ${answer.seconds.toFixed(1)} s`,
        holds: answer.status === 404 && answer.seconds < 10,
      };
    },
  },
  {
    name: '2 a body without credentials is not read',
    async ask(world) {
      const answer = await sendRaw({
        port: world.suite.port,
        head: headOf(world, '/api/search', json, 'content-length: 1900000'),
        body: [Buffer.from('{"query": "')],
        timeoutMs: 20_000,
      });
      return answered('POST /api/search by nobody, 11 of 1.9 MB sent', toAnswer(answer), 401);
    },
  },
];

/** Resident bytes of the gateway. */
async function readMemory({ suite }: DoorsWorld): Promise<number> {
  const { pid } = suite.processes.gateway;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024;
}

const toAnswer = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  body,
  headers: new Headers(),
});
