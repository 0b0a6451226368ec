import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { allScopes, createdApiKeySchema } from '@lectern/contracts';
import { createClient } from '@lectern/contracts/client';
import { repositoryFolder } from '@lectern/local';
import { sendDocuments, waitForDocuments } from '../answers/upload-documents.ts';
import { createToolCall } from '../mcp/tool-call.ts';
import { runClosedLoop } from '../measure/closed-loop.ts';
import { readUsage } from '../measure/process-usage.ts';
import { quantile, round, spreadCpu } from '../measure/summarise.ts';
import type { BenchOptions } from '../options.ts';
import { report } from '../report.ts';
import type { BenchSuite, LocalSuite } from '../suite/bench-suite.ts';
import { JsonCaller } from '../suite/json-caller.ts';

const defaultConcurrency = 8;
/** A suite that the bench starts gets so many organisations beside its own. */
const moreOrganisations = 2;
const readyMaxMs = 600_000;

/** Kinds of ten operations: people search most, and read answers and add files sometimes. */
const mix: readonly Kind[] = [
  'search',
  'upload',
  'search',
  'mcp',
  'search',
  'chat',
  'search',
  'mcp',
  'search',
  'search',
];
type Kind = 'search' | 'upload' | 'mcp' | 'chat';

interface Tenant extends AsyncDisposable {
  readonly suite: BenchSuite;
  readonly caller: JsonCaller;
  readonly collectionId: string;
}

/**
 * Loads a site with searches, chats, MCP calls and uploads of several organisations, one a key. The
 * documents are the guides of this repository; each collection is deleted at the end.
 */
export async function measureSite(suite: BenchSuite, options: BenchOptions): Promise<void> {
  const concurrency = options.concurrency ?? defaultConcurrency;
  const keys = suite.local
    ? [suite.apiKey, ...(await addOrganisations(suite.url, suite.local))]
    : (options.apiKey?.split(',') ?? []);
  const files = await readGuides();
  await using stack = new AsyncDisposableStack();
  const tenants: Tenant[] = [];
  for (const apiKey of keys) {
    tenants.push(stack.use(await openTenant({ ...suite, apiKey }, files, concurrency)));
  }
  const operate: Record<Kind, (tenant: Tenant, number: number, text: string) => Promise<unknown>> =
    {
      search: ({ caller }, _, query) =>
        caller.post({ path: '/api/search', body: { query, limit: 10 } }),
      chat: ({ caller }, _, message) => caller.post({ path: '/api/chat/mcp', body: { message } }),
      mcp: ({ caller }, number, query) =>
        caller.post(createToolCall(number, 'search_documents', { query, limit: 5 })),
      upload,
    };
  const questions = files.map(({ text }) => /^# (.*)/.exec(text)?.[1] ?? text.slice(0, 100));
  const latencies: Record<Kind, number[]> = { search: [], upload: [], mcp: [], chat: [] };
  const errors: Record<Kind, Record<string, number>> = {
    search: {},
    upload: {},
    mcp: {},
    chat: {},
  };
  const measure = async (number: number) => {
    const kind = mix[number % mix.length] ?? 'search';
    // Each organisation gets every kind.
    const tenant = tenants[Math.floor(number / mix.length) % tenants.length];
    if (!tenant) return;
    const began = performance.now();
    try {
      await operate[kind](tenant, number, questions[number % questions.length] ?? '');
      latencies[kind].push(performance.now() - began);
    } catch (error) {
      const { message } = error as Error;
      const [name] = /(?<="code":")\w+/.exec(message) ?? [message.slice(0, 80)];
      errors[kind][name] = (errors[kind][name] ?? 0) + 1;
    }
  };
  const before = readUsage(suite.processes());
  const loop = { concurrency, count: options.count ?? 1_000_000, maxMs: options.seconds * 1_000 };
  const { elapsedMs } = await runClosedLoop(measure, loop);
  const after = readUsage(suite.processes());
  for (const kind of new Set(mix)) {
    const sorted = latencies[kind].toSorted((a, b) => a - b);
    report(`site.${kind}`, {
      operations: sorted.length,
      p50_ms: round(quantile(sorted, 0.5)),
      p95_ms: round(quantile(sorted, 0.95)),
      errors: errors[kind],
    });
  }
  const done = Object.values(latencies).flat().length;
  const loaded = performance.now();
  for (const tenant of tenants) {
    await waitForDocuments(tenant.suite, tenant.collectionId, readyMaxMs);
  }
  report('site', {
    organisations: tenants.length,
    concurrency,
    operations: done,
    per_second: round((done * 1000) / elapsedMs),
    last_upload_ready_after_ms: Math.round(performance.now() - loaded),
    cpu_ms_per_operation: before && after ? spreadCpu(before, after, done).total : null,
    rss_mb: after?.rssMb ?? null,
  });
}

async function readGuides() {
  const names = await readdir(join(repositoryFolder, 'docs'), { recursive: true });
  return Promise.all(
    names
      .filter((name) => name.endsWith('.md'))
      .map(async (name) => {
        const text = await readFile(join(repositoryFolder, 'docs', name), 'utf8');
        return { name: basename(name), text };
      }),
  );
}

type Guides = Awaited<ReturnType<typeof readGuides>>;

async function openTenant(suite: BenchSuite, files: Guides, connections: number): Promise<Tenant> {
  const content = files.map(({ name, text }) => ({
    name,
    content: new TextEncoder().encode(text),
    password: undefined,
  }));
  const collectionId = await sendDocuments(suite, content, `Load ${new Date().toISOString()}`);
  await waitForDocuments(suite, collectionId, readyMaxMs);
  const caller = new JsonCaller(suite.url, suite.apiKey, connections);
  return {
    suite,
    caller,
    collectionId,
    async [Symbol.asyncDispose]() {
      caller[Symbol.dispose]();
      const client = createClient({
        baseUrl: suite.url,
        paths: 'gateway',
        retries: 3,
        timeoutMs: 60_000,
      });
      await client.call('deleteCollection', { token: suite.apiKey, params: { id: collectionId } });
    },
  };
}

/** Uploads a file of its own each time: one that is known is not stored again. */
async function upload({ suite, collectionId }: Tenant, number: number, text: string) {
  const form = new FormData();
  form.append('files', new Blob([`${text}\n\n`.repeat(20), `Upload ${number}.`]), `${number}.txt`);
  const response = await fetch(`${suite.url}/api/collections/${collectionId}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${suite.apiKey}` },
    body: form,
  });
  const answer = await response.text();
  if (response.status !== 202) throw new Error(answer);
}

/** Returns a key of each new organisation. */
async function addOrganisations(url: string, { owner }: LocalSuite): Promise<string[]> {
  const headers = { 'content-type': 'application/json', origin: url };
  const post = async (path: string, body: unknown, cookie = '') => {
    const init = { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify(body) };
    const response = await fetch(url + path, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const signedIn = await post('/api/auth/sign-in/email', owner);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const keys: string[] = [];
  for (let number = 1; number <= moreOrganisations; number += 1) {
    const slug = `load-${Date.now()}`;
    await post('/api/auth/organization/create', { name: slug, slug }, cookie);
    const created = await post('/api/keys', { name: slug, scopes: allScopes }, cookie);
    keys.push(createdApiKeySchema.parse(await created.json()).key);
  }
  return keys;
}
