import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@lectern/testing';
import { createKey, type Headers } from '../isolation/sign-in.ts';
import { commonWord, type World } from '../isolation/world.ts';
import { readFigures } from '../soak/process-figures.ts';
import type { Report } from '../suite/report.ts';
import type { TemporarySuite } from '../suite/temporary-suite.ts';
import { createWaits, findPercentile, measureOthers } from './others.ts';
import { type LargeAnswer, type LargeRequest, sendAll } from './send-all.ts';

/** UTF-16 units; about 35 MB, since a Cyrillic letter has two bytes. */
const textLength = 18_500_000;
const readyTimeoutMs = 600_000;
const quietMs = 5_000;
const sampleMs = 100;
const watched = ['gateway', 'rag', 'mcp'];
const maxWaitMs = 2_000;
const maxGrowthMebibytes = 250;

interface Attack {
  readonly name: string;
  readonly requests: readonly LargeRequest[];
  /** Runs before the attack. */
  readonly prepare?: () => Promise<void>;
  /** Returns complaints about the answers. */
  readonly check: (answers: readonly LargeAnswer[]) => readonly string[];
}

/**
 * Sends requests of one caller that need much work: parts and the whole of a large text, JSON-RPC
 * batches and large searches. Measures the waits of others and the memory of each process.
 */
export async function runLargeAttacks(world: World, report: Report): Promise<void> {
  const { suite } = world;
  const id = await addLargeText(world);
  report.print('a text of 35 MB is ready');
  const key = await createKey(suite.url, world.headersOf('owner'), [
    'search',
    'documents:read',
    'mcp',
  ]);
  const quiet = createWaits();
  await measureOthers(world, delay(quietMs), quiet);
  report.print(`quiet: ${describeWaits([...quiet.byCaller.values()].flat())}`);
  const processes = listProcesses(suite);
  for (const { name, prepare, requests, check } of listAttacks(world, { id, key })) {
    await prepare?.();
    const waits = createWaits();
    const before = await readMemory(suite);
    const peak = new Map(before);
    const attacking = sendAll({ url: suite.url, requests });
    const [answers] = await Promise.all([
      attacking,
      measureOthers(world, attacking, waits),
      samplePeak(suite, attacking, peak),
    ]);
    const all = [...waits.byCaller.values()].flat();
    report.print(
      `${name}: ${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms, ${Math.round(answers.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000)} kB, others ${describeWaits(all)}`,
    );
    const growth = watched.map((process) => ({
      process,
      by: Math.round((peak.get(process) ?? 0) - (before.get(process) ?? 0)),
      to: Math.round(peak.get(process) ?? 0),
    }));
    report.print(
      `${name}: peak ${growth.map(({ process, by, to }) => `${process} ${to} MiB (+${by})`).join(', ')}`,
    );
    report.check(`${name}: is answered as it should`, check(answers));
    report.check(`${name}: others wait at most ${maxWaitMs} ms`, [
      ...waits.problems,
      ...all.filter((ms) => ms > maxWaitMs).map((ms) => `${Math.round(ms)} ms`),
    ]);
    report.check(
      `${name}: no process grows by more than ${maxGrowthMebibytes} MiB`,
      growth
        .filter(({ by }) => by > maxGrowthMebibytes)
        .map(({ process, by }) => `${process} ${by} MiB`),
    );
  }
  report.check(
    'no process has ended in a large attack',
    processes.filter((one) => !listProcesses(suite).includes(one)),
  );
}

function listAttacks(
  world: World,
  { id, key }: { readonly id: string; readonly key: Headers },
): Attack[] {
  const uri = `lectern://documents/${id}`;
  const large = {
    query: `${toWord(1)} ${toWord(7)} ${commonWord}`,
    limit: 200,
    surrounding: 5,
    explain: true,
    highlight: true,
  };
  const search = (body: object): LargeRequest => ({
    method: 'POST',
    path: '/api/search',
    headers: { ...key, 'content-type': 'application/json' },
    body,
  });
  const batch = (messages: readonly object[]): LargeRequest => ({
    method: 'POST',
    path: '/mcp',
    headers: {
      ...key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: messages.map((message, at) => ({ jsonrpc: '2.0', id: at + 1, ...message })),
  });
  const single = (message: object): LargeRequest => {
    const { body, ...request } = batch([message]);
    return { ...request, body: (body as readonly object[])[0] };
  };
  const readResource = { method: 'resources/read', params: { uri: `${uri}?start=9000000` } };
  const call = (name: string, input: object) => ({
    method: 'tools/call',
    params: { name, arguments: input },
  });
  const times = <Item>(count: number, item: Item): Item[] =>
    Array.from({ length: count }, () => item);
  const refusesBatch = (answers: readonly LargeAnswer[]) =>
    answers
      .filter(({ status, start }) => status !== 400 || !start.includes('-32600'))
      .map(({ status, start }) => `${status} ${start.slice(0, 80)}`);
  // A search may run out of its own time where the machine is busy.
  const answersAll = (answers: readonly LargeAnswer[]) =>
    answers
      .filter(({ status }) => ![200, 429, 504].includes(status))
      .map(({ status, start }) => `${status} ${start.slice(0, 80)}`);
  return [
    {
      name: 'a batched tools/list',
      requests: [batch([{ method: 'tools/list' }])],
      check: refusesBatch,
    },
    {
      name: '100 batched calls',
      requests: [batch(times(100, call('search_documents', { query: toWord(3) })))],
      check: refusesBatch,
    },
    {
      name: '8 large searches',
      requests: times(8, search(large)),
      check: answersAll,
    },
    {
      name: '8 searches for quoted words',
      requests: times(
        8,
        search({ query: `"${toWord(1)} ${toWord(32)}" -${toWord(5)}`, limit: 20 }),
      ),
      check: answersAll,
    },
    {
      name: '8 searches for articles',
      requests: times(8, {
        ...search({ query: `${toWord(1)} ${toWord(7)}`, top_k: 50 }),
        path: '/api/articles',
      }),
      check: answersAll,
    },
    {
      name: '16 outlines',
      requests: times(16, { method: 'GET', path: `/api/documents/${id}/outline`, headers: key }),
      check: answersAll,
    },
    {
      name: '16 pages of chunks',
      requests: times(16, {
        method: 'GET',
        path: `/api/documents/${id}/chunks?limit=500`,
        headers: key,
      }),
      check: answersAll,
    },
    {
      name: '16 whole texts',
      requests: times(16, { method: 'GET', path: `/api/documents/${id}/text`, headers: key }),
      check: answersAll,
    },
    { name: '20 reads of a part', requests: times(20, single(readResource)), check: answersAll },
    {
      name: '20 get_document',
      requests: times(20, single(call('get_document', { document_id: id, start: 9_000_000 }))),
      check: answersAll,
    },
    {
      name: 'a batch of 20 reads',
      requests: [batch(times(20, readResource))],
      check: refusesBatch,
    },
    {
      name: '16 reads of a text of an earlier version',
      prepare: () => storeAsBefore(world, id),
      requests: times(16, {
        method: 'GET',
        path: `/api/documents/${id}/text?start=9000000`,
        headers: key,
      }),
      check: answersAll,
    },
  ];
}

/** Stores a text in the form of an earlier version: the parsed document as one JSON value. */
async function storeAsBefore({ suite, pool, send }: World, id: string): Promise<void> {
  const read = async (part: string) =>
    (await send('owner', { method: 'GET', path: `/api/documents/${id}/${part}` })).body;
  const [{ pages }, { outline }] = await Promise.all([read('text'), read('outline')]);
  const { text } = pages[0];
  const blocks = [...text.matchAll(/[^\n]+/g)].map(({ 0: line, index }) => ({
    kind: 'paragraph',
    start: index,
    end: index + line.length,
    page: null,
    section: [],
  }));
  const bytes = JSON.stringify({ parserVersion: '1', text, pages: [], blocks, outline });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const path = join(suite.home, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  await pool.query('update rag.revisions set parsed_sha256 = $1 where document_id = $2', [
    sha256,
    id,
  ]);
}

async function addLargeText(world: World): Promise<string> {
  const collectionId = await world.addCollection('owner', 'Large texts');
  const form = new FormData();
  form.append('files', new Blob([createLargeText()]), 'large.txt');
  const { body } = await world.send('owner', {
    method: 'POST',
    path: `/api/collections/${collectionId}/documents`,
    body: form,
  });
  const { id } = body.documents[0];
  await eventually(
    async () => {
      const document = (await world.send('owner', { method: 'GET', path: `/api/documents/${id}` }))
        .body;
      if (document.status === 'failed') throw new Error(JSON.stringify(document));
      return document.status === 'ready';
    },
    { timeoutMs: readyTimeoutMs, intervalMs: 1_000 },
  );
  return id;
}

/** Words of Cyrillic letters alone. */
function toWord(number: number): string {
  return `слово${`${number}`.replace(/\d/g, (digit) => 'абвгдежзик'.charAt(Number(digit)))}`;
}

/** Paragraphs below headings. */
function createLargeText(): string {
  const parts: string[] = [];
  for (let [length, at] = [0, 0]; length < textLength; at += 1) {
    const words = Array.from(
      { length: 90 },
      (_, word) => `${toWord((at * 31 + word * word) % 977)}`,
    );
    const part = `${at % 10 === 0 ? `Глава ${at / 10}\n====\n\n` : ''}${words.join(' ')}.\n\n`;
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}

const describeWaits = (values: readonly number[]) =>
  `p50 ${Math.round(findPercentile(values, 0.5))} ms, p95 ${Math.round(findPercentile(values, 0.95))} ms, longest ${Math.round(Math.max(0, ...values))} ms`;

function listProcesses({ processes }: TemporarySuite): string[] {
  return Object.entries(processes).map(([name, { pid }]) => `${name} ${pid}`);
}

/** MiB of each process by its name. */
async function readMemory({ processes }: TemporarySuite): Promise<Map<string, number>> {
  const roots = Object.entries(processes).flatMap(([name, { pid }]) =>
    pid !== undefined && watched.includes(name) ? [[name, pid] as const] : [],
  );
  const figures = await readFigures(new Map(roots));
  return new Map([...figures].map(([name, { privateMemory }]) => [name, privateMemory / 1024]));
}

/** Raises the figures until the work ends. */
async function samplePeak(
  suite: TemporarySuite,
  work: Promise<unknown>,
  peak: Map<string, number>,
): Promise<void> {
  let isOver = false;
  work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const [name, mebibytes] of await readMemory(suite)) {
      peak.set(name, Math.max(peak.get(name) ?? 0, mebibytes));
    }
    await delay(sampleMs);
  }
}
