import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BinEntry, BinList } from '@lectern/contracts';
import { addOwner, startGateway, type TestGateway } from '../../test/start-gateway.ts';

let gateway: TestGateway;
let authorization: string;

beforeAll(async () => {
  gateway = await startGateway();
  authorization = `Bearer ${(await addOwner(gateway)).key}`;
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

const entryOf = (kind: BinEntry['kind'], second: number): BinEntry => ({
  id: randomUUID(),
  kind,
  name: `${kind} ${second}`,
  parent_id: null,
  parent_name: null,
  document_count: null,
  size: null,
  deleted_by: 'ann',
  deleted_at: new Date(second * 1_000).toISOString(),
  purged_at: new Date(second * 2_000).toISOString(),
});
const call = (method: string, path: string) =>
  fetch(gateway.url + path, { method, headers: { authorization } });
const notFound = JSON.stringify({
  error: { code: 'bin_entry_not_found', message: 'None.', request_id: 'r-1' },
});

it('lists the entries of both services by time, page by page', async () => {
  const documents = [5, 3, 1].map((second) => entryOf('document', second));
  const conversations = [4, 2].map((second) => entryOf('conversation', second));
  const answerWith = (all: readonly BinEntry[]) => (request: { url?: string }) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams;
    const cursor = query.get('cursor');
    const [before] = cursor ? JSON.parse(Buffer.from(cursor, 'base64url').toString()) : [];
    const left = all.filter(
      ({ deleted_at }) => !before || Date.parse(deleted_at) * 1_000 < Number(before),
    );
    const limit = Number(query.get('limit'));
    const next_cursor = left.length > limit ? 'more' : null;
    return JSON.stringify({ entries: left.slice(0, limit), next_cursor });
  };
  gateway.rag.answer = (request, response) => void response.end(answerWith(documents)(request));
  gateway.llm.answer = (request, response) => void response.end(answerWith(conversations)(request));
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor ? `&cursor=${cursor}` : '';
    const page = (await (await call('GET', `/api/bin?limit=2${query}`)).json()) as BinList;
    names.push(...page.entries.map(({ name }) => name));
    cursor = page.next_cursor;
  } while (cursor);
  expect(names).toEqual([
    'document 5',
    'conversation 4',
    'document 3',
    'conversation 2',
    'document 1',
  ]);
});

it('asks the service that has the entry, and writes the audit log', async () => {
  const entry = entryOf('conversation', 7);
  gateway.rag.answer = (_request, response) => void response.writeHead(404).end(notFound);
  gateway.llm.answer = (_request, response) => void response.end(JSON.stringify(entry));
  const restored = await call('POST', `/api/bin/${entry.id}/restore`);
  expect([restored.status, await restored.json()]).toEqual([200, entry]);
  expect((await call('DELETE', `/api/bin/${entry.id}`)).status).toBe(204);
  const { events } = (await (await call('GET', '/api/audit')).json()) as {
    events: { action: string; target: string; details: object }[];
  };
  const details = { kind: 'conversation', name: 'conversation 7' };
  expect(events.slice(0, 2)).toMatchObject([
    { action: 'bin.purged', target: entry.id, details },
    { action: 'bin.restored', target: entry.id, details },
  ]);
});

it('passes conflicts on, and one error for what is in no part', async () => {
  const conflict = { code: 'collection_name_taken', message: 'Taken.' };
  const body = JSON.stringify({ error: { ...conflict, request_id: 'r-1' } });
  gateway.rag.answer = (_request, response) => void response.writeHead(409).end(body);
  const refused = await call('POST', `/api/bin/${randomUUID()}/restore`);
  expect([refused.status, await refused.json()]).toMatchObject([409, { error: conflict }]);
  for (const service of [gateway.rag, gateway.llm]) {
    service.answer = (_request, response) => void response.writeHead(404).end(notFound);
  }
  const unknown = await call('DELETE', `/api/bin/${randomUUID()}`);
  expect([unknown.status, await unknown.json()]).toMatchObject([
    404,
    { error: { code: 'bin_entry_not_found' } },
  ]);
});
