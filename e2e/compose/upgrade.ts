import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { findFreePorts } from '@lectern/local';
import { manual, readCommittedFile } from '../suite/committed-files.ts';
import { Report } from '../suite/report.ts';
import { askWithCitation } from './ask-with-citation.ts';
import { findIndexDifferences, findWrongRows } from './check-stores.ts';
import { Compose } from './compose.ts';
import { setUpOwner, signIn } from './set-up-owner.ts';
import { timed } from './timed.ts';

/** Its volumes are removed before and after: never the name of a real installation. */
const project = 'lectern-upgrade';
/** Known to every version. */
const oldScopes = ['search', 'documents:read', 'documents:write', 'chat'] as const;
const git = (...parameters: string[]) => promisify(execFile)('git', parameters);

/** Fills an installation of an older commit, then updates it to this checkout as the guide says. */
async function upgrade(from: string, report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-upgrade-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const repository = fileURLToPath(new URL('../..', import.meta.url));
  await git('clone', '--quiet', '--no-checkout', repository, folder);
  await git('-C', folder, 'checkout', '--quiet', from);
  const port = await findFreePorts(1);
  const before = new Compose({ project, port, folder });
  const after = new Compose({ project, port });
  await after.remove();
  stack.defer(() => after.remove());

  await timed(report, `${from} is built`, () => before.build());
  await timed(report, `${from} is healthy`, () => before.up());
  const url = `http://localhost:${port}`;
  const { api, email, password } = await setUpOwner(before, url, oldScopes);
  const { cookie } = await signIn(url, url, { email, password });
  const collectionId = await api.createCollection('Manuals');
  const [accepted] = await api.uploadAccepted(collectionId, [await readCommittedFile(manual)]);
  const { id } = await api.waitUntilFinal(accepted?.id ?? '');
  await askWithCitation(api, collectionId, id);
  const said = await readConversations();

  await timed(report, 'this checkout is built', () => after.build());
  await timed(report, 'this checkout is healthy', () => after.up());
  await report.try('the answer cites its page', () => askWithCitation(api, collectionId, id));
  await report.try('the session is still there', async () => {
    const answer = await fetch(`${url}/api/conversations`, { headers: { cookie } });
    assert.equal(answer.status, 200, await answer.text());
  });
  await report.try('conversations say what they said', async () => {
    assert.deepEqual((await readConversations()).slice(-said.length), said);
  });
  const documents = await api.listDocuments(collectionId);
  report.check('the database holds exactly the chunks', await findWrongRows(after, documents));
  report.check('the index holds exactly the chunks', await findIndexDifferences(after));
  const migrations = await readMigrations();
  await timed(report, 'a second start', () => after.up());
  await report.try('a second start migrates nothing', async () => {
    assert.ok(migrations.length > 0);
    assert.deepEqual(await readMigrations(), migrations);
  });

  /** Newest first, each with its messages' texts. */
  async function readConversations(): Promise<unknown[]> {
    const { conversations } = await api.call('listConversations');
    const messages = conversations.map(({ id: conversation }) =>
      api.call('listMessages', { params: { id: conversation } }),
    );
    const read = await Promise.all(messages);
    return read.map((page) => page.messages.map(({ role, content }) => ({ role, content })));
  }

  /** Returns the applied migrations of every schema with their times. */
  async function readMigrations(): Promise<string[]> {
    const schemas = await after.query(
      "select table_schema from information_schema.tables where table_name = 'migrations'",
    );
    const applied = schemas.map((schema) =>
      after.query(`select m::text from ${schema}.migrations m`),
    );
    return (await Promise.all(applied)).flat().toSorted();
  }
}

const { values } = parseArgs({ options: { from: { type: 'string' } } });
if (!values.from) throw new TypeError('--from names the commit to come from');
const report = new Report();
const from = values.from;
await report.try('the update came to its end', () => upgrade(from, report));
console.log(`upgrade: ${report.count('passed')} passed, ${report.count('failed')} failed`);
process.exitCode = report.hasFailures ? 1 : 0;
