import type { Clause } from '../subject.ts';
import { tell } from './findings.ts';
import { sendRaw } from './send-raw.ts';
import type { DoorsWorld } from './world.ts';

const begun = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n';

/** Announces a form to rag and sends a part of it. */
function sendBroken(
  { suite, api }: DoorsWorld,
  path: string,
  {
    body,
    method = 'POST',
    waits = false,
  }: { readonly body: Buffer; readonly method?: string; readonly waits?: boolean },
) {
  return sendRaw({
    port: suite.port,
    head: [
      `${method} ${path} HTTP/1.1`,
      `host: 127.0.0.1:${suite.port}`,
      `authorization: Bearer ${api.apiKey}`,
      'content-type: multipart/form-data; boundary=x',
      `content-length: 150000`,
    ],
    body: [body],
    ...(!waits && { breaksOff: true }),
    timeoutMs: 30_000,
  });
}

async function timeOthers({ api }: DoorsWorld, count: number) {
  const seconds = [];
  for (let number = 0; number < count; number += 1) {
    const started = performance.now();
    const { status } = await api.request('GET', '/api/collections');
    seconds.push(status === 200 ? (performance.now() - started) / 1_000 : Number.NaN);
  }
  return seconds;
}

/** Deliver 3: a broken upload hangs nobody else. */
export const uploads: readonly Clause<DoorsWorld>[] = [
  {
    name: '3 three requests after a broken upload are answered at once',
    async ask(world) {
      const collectionId = await world.api.createCollection('Broken');
      const path = `/api/collections/${collectionId}/documents`;
      const broken = await sendBroken(world, path, { body: Buffer.from(begun) });
      const seconds = await timeOthers(world, 3);
      return {
        call: `POST ${path} that breaks off, then 3 × GET /api/collections`,
        answer: `${broken.status}; ${seconds.map((one) => one.toFixed(2)).join(', ')} s`,
        holds: seconds.every((one) => one < 5),
      };
    },
  },
  {
    name: '3 an early refusal with the body unread hangs nobody',
    async ask(world) {
      const path = '/api/collections/00000000-0000-4000-8000-000000000000/documents';
      const refused = await sendBroken(world, path, {
        body: Buffer.alloc(100_000, 'x'),
        waits: true,
      });
      const seconds = await timeOthers(world, 3);
      return {
        call: `POST ${path} with 150 KB, of which 100 KB come, then 3 × GET`,
        answer: `${tell(refused)}; ${seconds.map((one) => one.toFixed(2)).join(', ')} s`,
        holds: refused.status === 404 && seconds.every((one) => one < 5),
      };
    },
  },
  {
    name: '3 forty broken uploads leave the gateway as it was',
    async ask(world) {
      const path = '/api/documents/00000000-0000-4000-8000-000000000000/file';
      await Promise.all(
        Array.from({ length: 40 }, () =>
          sendBroken(world, path, { body: Buffer.from(begun), method: 'PUT' }),
        ),
      );
      const seconds = await timeOthers(world, 3);
      return {
        call: '40 × PUT /api/documents/{id}/file that break off, then 3 × GET',
        answer: `${seconds.map((one) => one.toFixed(2)).join(', ')} s`,
        holds: seconds.every((one) => one < 5),
      };
    },
  },
];
