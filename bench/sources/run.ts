// node bench/sources/run.ts KIND COUNT: synchronises a source of COUNT files twice, with 50 changed,
// 30 removed and 20 renamed files in between, kills the worker and the source's server in the middle
// of both, and counts what is lost, doubled, wrong or wrongly removed. A failed run is repeated.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Document, SourceRun } from '@lectern/contracts';
import { round } from '../measure/summarise.ts';
import { report } from '../report.ts';
import { type BenchSuite, startBenchSuite } from '../suite/bench-suite.ts';
import { testSources } from './test-sources.ts';

const pollMs = 250;
const maxRuns = 6;
/** Problems of entries that a further run has too. */
const lasting = new Set(['too_large', 'invalid_answer']);
const [kind = 'folder', given = '1000'] = process.argv.slice(2);
const count = Number(given);
const serve = testSources[kind];
if (!serve || !(count >= 200)) throw new Error(`kinds: ${Object.keys(testSources)}; at least 200`);

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-source-'));
process.env.SOURCE_FOLDERS = folder;
process.env.SOURCE_ALLOW_PRIVATE_HOSTS = '127.0.0.1';
const names = Array.from({ length: count }, (_, at) => `folder-${at % 100}/note ${at}.txt`);
const write = async (name: string, text: string) => {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
};
const toText = (name: string, text: string) =>
  kind === 'mail'
    ? `From: A <a@example.org>\r\nSubject: ${name}\r\nMessage-ID: <${text.length}@x>\r\n\r\n${text}`
    : text;
for (const name of names) {
  await write(name, toText(name, `${name} tells of topic ${name.length}.\r\n`.repeat(5)));
}

await using suite = await startBenchSuite();
const source = await serve(folder, count);
try {
  await measure(suite);
} finally {
  source.close();
  await rm(folder, { recursive: true, force: true });
}

function nameOf({ metadata }: Document): string {
  const path = String(metadata.path);
  return source.toName?.(path) ?? path;
}

async function measure({ url, apiKey, processes }: BenchSuite): Promise<void> {
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    // biome-ignore lint/suspicious/noExplicitAny: answers of many endpoints
    return (await response.json()) as any;
  };
  const collection = await call('POST', '/collections', { name: `Source ${kind}` });
  const created = await call('POST', '/sources', {
    kind: source.kind,
    name: 'Bench',
    collection_id: collection.id,
    settings: source.settings,
    credentials: source.credentials,
  });
  const sync = async (name: string, killAfter: number) => {
    await source.publish();
    source.traffic?.reset();
    const start = performance.now();
    const failures: unknown[] = [];
    const counts = { added: 0, changed: 0, removed: 0 };
    let isKilled = false;
    let crash: Promise<void> | undefined;
    for (;;) {
      const { id } = await call('POST', `/sources/${created.id}/sync`);
      const run = await followRun(id, ({ added, changed }) => {
        const traffic = source.traffic?.read() ?? { requests: 0, bytes: 0 };
        const { requests, bytes } = source.crashAfter ?? {};
        const isHalfway =
          (requests !== undefined && traffic.requests >= requests) ||
          (bytes !== undefined && traffic.bytes >= bytes) ||
          counts.added + counts.changed + added + changed >= killAfter * 2;
        if (!crash && source.crash && killAfter < count && isHalfway) crash = source.crash();
        if (isKilled || added + changed < killAfter) return;
        isKilled = true;
        process.kill(processes()['rag-worker'] ?? processes().worker ?? 0, 'SIGKILL');
      });
      counts.added += run.added;
      counts.changed += run.changed;
      counts.removed += run.removed;
      const { status, skipped, failed, errors, error } = run;
      // A site's traps are not repeated: they never succeed.
      const isWhole = status !== 'failed' && errors.every(({ code }) => lasting.has(code));
      if (!isWhole) failures.push({ error, failed, errors: errors.slice(0, 2) });
      if (!isWhole && failures.length < maxRuns) {
        await crash;
        continue;
      }
      report(`sources.${kind}.${name}`, {
        seconds: round((performance.now() - start) / 1_000),
        worker_killed: isKilled,
        server_killed: crash !== undefined,
        runs: failures.length + Number(isWhole),
        ...source.traffic?.read(),
        ...{ status, ...counts, skipped, failed },
        ...(failures.length > 0 && { failures }),
      });
      return;
    }
  };
  const followRun = async (id: string, watch: (run: SourceRun) => void): Promise<SourceRun> => {
    for (;;) {
      const { runs } = await call('GET', `/sources/${created.id}/runs?limit=1`);
      const run = runs[0] as SourceRun;
      if (run.id === id) watch(run);
      if (run.id === id && !['queued', 'running'].includes(run.status)) return run;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  };
  const listDocuments = async () => {
    const documents: Document[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = `collection_id=${collection.id}&limit=500${cursor && `&cursor=${cursor}`}`;
      const page = await call('GET', `/documents?${query}`);
      documents.push(...page.documents);
      cursor = page.next_cursor;
    }
    return documents;
  };
  /** Compares the documents with the folder's files. */
  const verify = async (name: string, expected: ReadonlyMap<string, string | undefined>) => {
    const documents = await listDocuments();
    const byPath = Map.groupBy(documents, nameOf);
    let wrong = 0;
    let moved = 0;
    for (const [path, id] of expected) {
      const [document] = byPath.get(path) ?? [];
      const bytes = await readFile(join(folder, path));
      if (document && document.sha256 !== createHash('sha256').update(bytes).digest('hex'))
        wrong += 1;
      if (document && id !== undefined && document.id !== id) moved += 1;
    }
    report(`sources.${kind}.${name}.exactness`, {
      documents: documents.length,
      lost: [...expected.keys()].filter((path) => !byPath.has(path)).length,
      doubled: documents.length - byPath.size,
      not_removed: [...byPath.keys()].filter((path) => !expected.has(path)).length,
      wrong_content: wrong,
      id_changed: moved,
    });
    return new Map(documents.map((document) => [nameOf(document), document.id]));
  };

  await sync('first', count / 3);
  const ids = await verify('first', new Map(names.map((name) => [name, undefined])));
  const expected = new Map(names.map((name) => [name, ids.get(name)]));
  for (const name of names.slice(0, 50)) {
    await write(name, toText(name, `${name} has changed.\r\n`));
  }
  for (const name of names.slice(50, 80)) {
    await rm(join(folder, name));
    expected.delete(name);
  }
  for (const name of names.slice(80, 100)) {
    const place = `moved/${name}`;
    await mkdir(dirname(join(folder, place)), { recursive: true });
    await rename(join(folder, name), join(folder, place));
    expected.set(place, expected.get(name));
    expected.delete(name);
  }
  await sync('second', 10);
  await verify('second', expected);
  await sync('third', Number.POSITIVE_INFINITY);
}
