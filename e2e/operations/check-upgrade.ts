import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeHome } from '@lectern/local';
import { Api } from '../suite/api.ts';
import type { Report } from '../suite/report.ts';
import { Session } from '../suite/session.ts';
import { callWaitingTool, type OldSite, startOutsideServers } from './old-site.ts';
import { onceRebuilt, runCheck, withSuite } from './run-check.ts';

/** A tar file of a home that an older version made and `fill-old-home.ts` filled. */
const archive = process.env.LECTERN_OLD_HOME;

/** Starts this version on the home of an older one and checks that everything in it works. */
async function checkUpgrade(report: Report): Promise<void> {
  if (!archive) {
    report.skip('an old home works', 'LECTERN_OLD_HOME is not set');
    return;
  }
  const home = await mkdtemp(join(tmpdir(), 'lectern-upgrade-'));
  try {
    await promisify(execFile)('tar', ['-C', home, '-xpf', archive]);
    // PostgreSQL's own account must be able to enter it.
    await chmod(home, 0o711);
    const site: OldSite = JSON.parse(await readFile(join(home, 'old-site.json'), 'utf8'));
    await using outside = await startOutsideServers(site.outsidePort);
    const settings = { MCP_ALLOW_PRIVATE_HOSTS: '127.0.0.1' };
    await withSuite(home, ({ url }) => checkSite(report, { url, site, outside }), settings);
  } finally {
    await removeHome(home);
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
    assert.match(JSON.stringify(run), /23121403/);
  });
  await report.try('the evaluation set keeps its run and is run again', async () => {
    const { id, runId } = site.evaluation;
    const { status } = await api.call('getEvaluationRun', { params: { id, run_id: runId } });
    assert.equal(status, 'done');
    const body = { settings: [{ mode: 'keyword' as const }] };
    await api.call('startEvaluationRun', { params: { id }, body });
  });
}

async function checkDocuments(report: Report, { url, site }: StartedSite, api: Api): Promise<void> {
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
  await report.try('a turn that waits goes on once it is approved', async () => {
    const { id, approvalId } = site.waiting;
    const before = outside.forecast.calls.length;
    const path = `/api/conversations/${id}/approvals/${approvalId}`;
    const { answer } = (await session.post(path, { decision: 'approve' })) as { answer: string };
    assert.match(answer, /Ordered/);
    assert.equal(outside.forecast.calls.length - before, 1);
  });
  await report.try('a call that waits is made once it is agreed to', async () => {
    const { confirmations } = await api.call('listMcpToolConfirmations');
    assert.deepEqual(
      confirmations.map(({ id }) => id),
      [site.confirmationId],
    );
    const path = `/api/mcp-tools/confirmations/${site.confirmationId}`;
    await session.post(path, { decision: 'approve' });
    assert.match(JSON.stringify(await callWaitingTool(api)), /Ordered/);
  });
}

await runCheck('upgrade', checkUpgrade);
