import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { quotaNameSchema } from '@lectern/contracts';
import type { NamedFile } from '../../suite/api.ts';
import type { Clause } from '../subject.ts';
import { tell } from './findings.ts';
import { sendRaw } from './send-raw.ts';
import type { DoorsWorld } from './world.ts';

const toFile = (name: string, text: string): NamedFile => ({
  name,
  bytes: new TextEncoder().encode(text),
  type: 'text/plain',
});

/** 9 KB that take a parser long. */
const hostileFile = (number: number) =>
  toFile(`hostile-${number}.md`, `${'> '.repeat(4_500)}deep ${number}`);

const readyWithinSeconds = 10;

async function listBlobs({ suite }: DoorsWorld): Promise<readonly string[]> {
  return readdir(join(suite.home, 'blobs'), { recursive: true });
}

/** Files that came since, those on the way included. */
async function countLeft(world: DoorsWorld, before: number): Promise<number> {
  await delay(100);
  return (await listBlobs(world)).length - before;
}

/** Deliver 6: nobody starves others. */
export const quotas: readonly Clause<DoorsWorld>[] = [
  {
    name: '6 a small document is ready beside six hostile ones of another organisation',
    async ask(world) {
      const [attacker, neighbour] = [await world.createPlace(), await world.createPlace()];
      const hostile = await attacker.api.createCollection('Hostile');
      const quiet = await neighbour.api.createCollection('Quiet');
      await attacker.api.uploadAccepted(hostile, [1, 2, 3, 4, 5, 6].map(hostileFile));
      const started = performance.now();
      const [accepted] = await neighbour.api.uploadAccepted(quiet, [
        toFile('small.txt', 'A small document about a lighthouse.'),
      ]);
      const document = await neighbour.api.waitUntilFinal(String(accepted?.id), {
        timeoutMs: 60_000,
      });
      const seconds = (performance.now() - started) / 1_000;
      return {
        call: 'POST 6 hostile files, then one small document of another organisation',
        answer: `${document.status} after ${seconds.toFixed(1)} s`,
        holds: document.status === 'ready' && seconds <= readyWithinSeconds,
      };
    },
  },
  {
    name: '6 parse seconds a day are a budget, shown with its use',
    async ask(world) {
      const { api, organisationId } = await world.createPlace();
      const id = await api.createCollection('Spent');
      const { quotas: before } = (await api.request('GET', '/api/quotas')).body;
      const find = (all: readonly { quota: string; used: number; limit: number }[]) =>
        all.find(({ quota }) => quota === 'parse_seconds');
      const limit = find(before)?.limit ?? 0;
      await world.pool.query(
        `insert into rag.parse_use (organisation_id, day, seconds)
         values ($1, (now() at time zone 'UTC')::date, $2)`,
        [organisationId, limit],
      );
      const files = [hostileFile(7), toFile('small.txt', 'A small document about a lighthouse.')];
      const documents = [];
      for (const { id: of } of await api.uploadAccepted(id, files)) {
        documents.push(await api.waitUntilFinal(String(of), { timeoutMs: 100_000 }));
      }
      const [hostile, small] = documents;
      const { rows } = await world.pool.query<{ seconds: number }>(
        'select seconds from rag.parse_use where organisation_id = $1',
        [organisationId],
      );
      const shown = find((await api.request('GET', '/api/quotas')).body.quotas);
      return {
        call: 'POST a hostile file and a small one when the seconds of the day are used up',
        answer: `${hostile?.status} ${JSON.stringify(hostile?.error)}, ${small?.status}; shown ${JSON.stringify(shown)}`,
        holds:
          hostile?.error?.code === 'time_limit' &&
          /used up what may be read for it today/.test(hostile.error.message) &&
          small?.status === 'ready' &&
          (rows[0]?.seconds ?? 0) > limit &&
          (shown?.used ?? 0) >= limit &&
          shown?.limit === limit,
      };
    },
  },
  {
    name: '6 bytes have a quota, shown with its use, and the bytes of a refused upload go at once',
    async ask(world) {
      const place = await world.createPlace();
      const id = await place.api.createCollection('Bytes');
      const texts = ['a', 'b'].map((sign) => sign.repeat(1_800_000));
      const answers = [];
      for (const text of texts) answers.push(await place.api.upload(id, [toFile('t.txt', text)]));
      const [kept, gone] = texts.map((text) => createHash('sha256').update(text).digest('hex'));
      const names = await listBlobs(world);
      const { body } = await place.api.request('GET', '/api/quotas');
      const shown = body.quotas.find(({ quota }: { quota: string }) => quota === 'bytes');
      const has = (sha256: string | undefined) =>
        names.some((name) => sha256 !== undefined && name.includes(sha256));
      return {
        call: '2 uploads of 1.8 MB each, QUOTA_BYTES=3000000, then the folder of originals',
        answer: `${answers.map(tell).join(', ')}; kept: ${has(kept)}, ${has(gone)}; shown ${JSON.stringify(shown)}`,
        holds:
          answers[0]?.status === 202 &&
          answers[1]?.status === 409 &&
          has(kept) &&
          !has(gone) &&
          shown.used === 1_800_000,
      };
    },
  },
  {
    name: '6 bytes of an upload that breaks off go at once',
    async ask(world) {
      const id = await world.api.createCollection('Broken off');
      const before = (await listBlobs(world)).length;
      await sendRaw({
        port: world.suite.port,
        head: [
          `POST /api/collections/${id}/documents HTTP/1.1`,
          `host: 127.0.0.1:${world.suite.port}`,
          `authorization: Bearer ${world.api.apiKey}`,
          'content-type: multipart/form-data; boundary=x',
          'content-length: 1900000',
        ],
        body: [
          Buffer.from(
            '--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n',
          ),
          Buffer.alloc(1_000_000, 'x'),
        ],
        breaksOff: true,
        timeoutMs: 20_000,
      });
      const started = performance.now();
      let left = await countLeft(world, before);
      while (left > 0 && performance.now() - started < 10_000)
        left = await countLeft(world, before);
      const seconds = (performance.now() - started) / 1_000;
      return {
        call: 'POST 1 of 1.9 MB and break off, then the folder of originals',
        answer: `${left} more files after ${seconds.toFixed(1)} s`,
        holds: left <= 0 && seconds < 5,
      };
    },
  },
  {
    name: '6 all quotas are shown to administrators, and not to members',
    async ask(world) {
      const place = await world.createPlace();
      const member = await world.addPerson(place, 'member');
      const { body } = await place.api.request('GET', '/api/quotas');
      const refused = await member.visitor.get('/api/quotas');
      const names = body.quotas.map(({ quota }: { quota: string }) => quota);
      return {
        call: 'GET /api/quotas by an owner and by a member',
        answer: `${names.join(', ')}; ${tell(refused)}`,
        holds: names.length === quotaNameSchema.options.length && refused.status === 403,
      };
    },
  },
];
