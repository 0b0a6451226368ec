import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { removeHome, type Suite } from '@lectern/local';
import { Client } from 'pg';
import { hasCommit, makeOldHome, type OldHome } from './operations/make-old-home.ts';
import { callWaitingTool, type OldSite, startOutsideServers } from './operations/old-site.ts';
import { runAdmin } from './operations/run-admin.ts';
import { onceRebuilt, runCheck, withSuite } from './operations/run-check.ts';
import { Api } from './suite/api.ts';
import type { Report } from './suite/report.ts';
import { Session } from './suite/session.ts';

/** Commits of released versions. */
const releases = { '0.1.0': 'e5b65968' };

/**
 * `npm run e2e -- upgrade [--from COMMIT] [--home FILE.tar]`: starts this version on the home and on
 * the export of each released version, which are made here, and checks that everything works.
 */
async function checkUpgrades(report: Report): Promise<void> {
  const { values } = parseArgs({ options: { from: { type: 'string' }, home: { type: 'string' } } });
  if (values.home) {
    await withFolder((folder) => checkHome(report, unpack(values.home ?? '', folder)));
    return;
  }
  for (const [name, commit] of values.from
    ? [[values.from, values.from] as const]
    : Object.entries(releases)) {
    if (!(await hasCommit(commit))) {
      report.skip(`a home of ${name} works`, 'it is not in the history; --home names a tar file');
      continue;
    }
    await withFolder(async (folder) => {
      const old = await makeOldHome(commit, folder);
      report.print(`${name} has made a home and an export`);
      await checkArchive(report, old, join(folder, 'imported'));
      await checkHome(report, Promise.resolve(old.home));
    });
  }
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-upgrade-'));
  // PostgreSQL's own account must be able to enter it.
  await chmod(folder, 0o711);
  try {
    await work(folder);
  } finally {
    for (const name of ['old', 'imported']) await removeHome(join(folder, name));
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  }
}

async function unpack(archive: string, folder: string): Promise<string> {
  const home = join(folder, 'old');
  await mkdir(home);
  await promisify(execFile)('tar', ['-C', home, '-xpf', archive]);
  await chmod(home, 0o711);
  return home;
}

const readSite = async (home: string): Promise<OldSite> =>
  JSON.parse(await readFile(join(home, 'old-site.json'), 'utf8'));

async function checkHome(report: Report, unpacked: Promise<string>): Promise<void> {
  const home = await unpacked;
  const site = await readSite(home);
  await using outside = await startOutsideServers(site.outsidePort);
  const settings = { MCP_ALLOW_PRIVATE_HOSTS: '127.0.0.1' };
  const startedAt = new Date();
  await withSuite(
    home,
    async (suite) => {
      await checkSite(report, { url: suite.url, site, outside });
      await checkIndex(report, suite, startedAt);
    },
    settings,
  );
}

/** Imports the export of the older version; sealed credentials are not in it. */
async function checkArchive(report: Report, { home, archive }: OldHome, target: string) {
  const site = await readSite(home);
  const { isDone, output } = await runAdmin(target, 'import', archive);
  report.check('the export is imported', isDone ? [] : [output]);
  if (!isDone) return;
  await withSuite(target, async ({ url }) => {
    const api = new Api(url, site.owner.key);
    await checkDocuments(report, { url, site }, api);
    await checkConversations(report, site, api);
  });
}

/** An index that this version had to build anew is named with the reason. */
async function checkIndex(report: Report, { databaseUrl }: Suite, startedAt: Date): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; is_new: boolean }>(
      `select embedding_model || ' with analyser ' || analyzer_version as name,
         created_at >= $1 as is_new
       from rag.index_generations order by created_at`,
      [startedAt],
    );
    const names = rows.map(({ name }) => name);
    if (rows.some(({ is_new }) => is_new)) {
      report.skip('the index stays as it is', `it is built anew: ${names.join(' became ')}`);
    } else report.check('the index stays as it is', []);
  } finally {
    await client.end();
  }
}

interface StartedSite {
  readonly url: string;
  readonly site: OldSite;
  readonly outside: Awaited<ReturnType<typeof startOutsideServers>>;
}

async function checkSite(report: Report, started: StartedSite): Promise<void> {
  const { url, site } = started;
  const api = new Api(url, site.owner.key);
  const session = new Session(url);
  await report.try('the owner signs in', async () => {
    const { email, password } = site.owner;
    await session.post('/api/auth/sign-in/email', { email, password });
  });
  await checkDocuments(report, started, api);
  await checkConversations(report, site, api);
  await checkOutsideServers(report, started, session);
  await report.try('the research run is read', async () => {
    const run = await api.call('getResearch', { params: { id: site.research.id } });
    assert.equal(run.result?.answer, site.research.answer);
  });
  await report.try('the evaluation set keeps its run and is run again', async () => {
    const { id, runId } = site.evaluation;
    const { status } = await api.call('getEvaluationRun', { params: { id, run_id: runId } });
    assert.equal(status, 'done');
    const body = { settings: [{ mode: 'keyword' as const }] };
    await api.call('startEvaluationRun', { params: { id }, body });
  });
}

async function checkDocuments(
  report: Report,
  { url, site }: Pick<StartedSite, 'url' | 'site'>,
  api: Api,
): Promise<void> {
  for (const [path, { id, text }] of Object.entries(site.documents)) {
    await report.try(`${path} is ready with its text`, async () => {
      assert.equal((await api.call('getDocument', { params: { id } })).status, 'ready');
      assert.equal(await api.readText(id), text);
    });
  }
  await report.try('the documents are found', async () => {
    const id = site.documents['html/wiki_duck.html']?.id;
    await onceRebuilt(async () => {
      const { chunks } = await api.call('search', { body: { query: 'slaughtered ducks' } });
      assert.equal(chunks[0]?.document_id, id);
    });
  });
  await report.try('a member reads the collection of the grant alone', async () => {
    const member = new Api(url, site.memberKey);
    const { collections } = site;
    const read = async (id = '') => (await member.request('GET', `/api/collections/${id}`)).status;
    assert.deepEqual(
      [await read(collections.Reports), await read(collections.Reading)],
      [200, 404],
    );
  });
}

async function checkConversations(report: Report, site: OldSite, api: Api): Promise<void> {
  const { knowledge, agent } = site;
  await report.try('a conversation keeps its cited answer', async () => {
    const { messages } = await api.call('listMessages', { params: { id: knowledge.id } });
    const [, answer] = messages;
    assert.ok(JSON.stringify(answer).includes(JSON.stringify(knowledge.answer)));
    for (const id of knowledge.cited) assert.ok(JSON.stringify(answer).includes(id));
  });
  await report.try('a conversation goes on', async () => {
    const { citations } = await api.call('chat', {
      body: { message: 'Which ducks are kept by people?', conversation_id: knowledge.id },
    });
    assert.ok(citations.some(({ document_id }) => knowledge.cited.includes(document_id)));
  });
  await report.try('a conversation of the agent keeps its answer', async () => {
    const { messages } = await api.call('listMessages', { params: { id: agent.id } });
    assert.ok(JSON.stringify(messages).includes(agent.answer));
  });
}

async function checkOutsideServers(
  report: Report,
  { url, site, outside }: StartedSite,
  session: Session,
): Promise<void> {
  const api = new Api(url, site.owner.key);
  await report.try('an outside server is called with its sealed header', async () => {
    const outcome = await api.call('callMcpTool', {
      body: { server: 'harbour', name: 'list_tides', arguments: {} },
    });
    assert.ok('result_id' in outcome, JSON.stringify(outcome).slice(0, 300));
  });
  await report.try('a stored result is read on', async () => {
    const query = { offset: 100_000 };
    const result = await api.call('readMcpToolResult', { params: { id: site.resultId }, query });
    assert.match(result.text, /tide \d+/);
  });
  // Without a model, the agent fills in no arguments but a query.
  await report.try('the agent names the tool that fits', async () => {
    const { answer } = await api.call('chat', {
      body: {
        message: 'What is the weather forecast for the place Bremen: temperature, rain and wind?',
        mode: 'agent',
      },
    });
    assert.match(answer, /get_forecast/);
  });
  const { id, approvalId } = site.waiting;
  const path = `/api/conversations/${id}/approvals/${approvalId}`;
  const before = outside.forecast.calls.length;
  const decided = await session.post(path, { decision: 'approve' }).catch(String);
  if (String(decided).includes('approval_decided')) {
    report.skip('a turn that waits goes on', 'this home is older than the hour that it may wait');
  } else {
    await report.try('a turn that waits goes on once it is approved', async () => {
      assert.match((decided as { answer: string }).answer, /Ordered/);
      assert.equal(outside.forecast.calls.length - before, 1);
    });
  }
  await report.try('a call that waits is made once it is agreed to', async () => {
    const { confirmations } = await api.call('listMcpToolConfirmations');
    assert.deepEqual(
      confirmations.map(({ id }) => id),
      [site.confirmationId],
    );
    await session.post(`/api/mcp-tools/confirmations/${site.confirmationId}`, {
      decision: 'approve',
    });
    assert.match(JSON.stringify(await callWaitingTool(api)), /Ordered/);
  });
}

await runCheck('upgrade', checkUpgrades);
