import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryFolder } from '@lectern/local';
import { clientList, type ForeignClient } from './clients/client-list.ts';
import { installClient, NotInstalledError } from './clients/install-client.ts';
import { runClient, type TriedSuite } from './clients/run-client.ts';
import { startConsent } from './clients/start-consent.ts';
import { formatPage, formatTable, type Row } from './clients/table.ts';
import { Api } from './suite/api.ts';
import { Report } from './suite/report.ts';
import { Session } from './suite/session.ts';
import { startTemporarySuite } from './suite/temporary-suite.ts';

/**
 * `npm run e2e -- clients`: clients that nobody here wrote, installed one by one and run against a suite
 * with embedded stores. Prints a table; `--write` puts each row into the page of the guides as soon as it is known. `--only`
 * names clients by a part of their name, `--folder` keeps what is installed in another place.
 */
async function tryClients(
  clients: readonly ForeignClient[],
  folder: string,
  keep: (rows: readonly Row[]) => Promise<void>,
): Promise<readonly Row[]> {
  await using suite = await startTemporarySuite({
    settings: { OAUTH_DYNAMIC_REGISTRATION: 'true', SIGN_INS_PER_MINUTE: '1000' },
  });
  const { email, password, api_key: apiKey } = suite.credentials;
  const session = new Session(suite.url);
  await session.post('/api/auth/sign-in/email', { email, password });
  await using consent = await startConsent(session);
  const tried: TriedSuite = {
    url: suite.url,
    apiKey,
    consentUrl: consent.url,
    question: 'When must the backup battery be replaced?',
    expected: 'eighteen months',
    documentId: await addManual(new Api(suite.url, apiKey)),
  };
  report.print('the suite serves');
  const rows: Row[] = [];
  for (const client of clients) {
    rows.push(await tryClient(client, { folder, tried }));
    await keep(rows);
  }
  return rows;
}

async function tryClient(
  client: ForeignClient,
  { folder, tried }: { readonly folder: string; readonly tried: TriedSuite },
): Promise<Row> {
  try {
    const findings = await runClient(await installClient(client, folder), tried);
    for (const { column, status, note } of findings) {
      if (status !== 'not there') {
        report.check(`${client.name}: ${column}`, status === 'fails' ? [note] : []);
      }
    }
    return { client, findings };
  } catch (error) {
    const reason = (error as Error).message;
    const isAbsent = error instanceof NotInstalledError;
    if (isAbsent) report.skip(client.name, reason);
    else report.check(client.name, [reason]);
    return { client, reason, isAbsent };
  }
}

/** A text with an address, without which an answer has no annotations. Gives the document's id. */
async function addManual(api: Api): Promise<string> {
  const collection = await api.createCollection('Manuals');
  const document = {
    external_id: 'station',
    title: 'Weather station',
    text: 'The backup battery must be replaced every eighteen months.',
    url: 'https://example.org/station',
  };
  const path = `/api/collections/${collection}/documents`;
  const { body } = await api.request('POST', path, { json: { documents: [document] } });
  return (await api.waitUntilFinal(body.documents[0].id)).id;
}

/** Called after each client: a run that is broken off keeps what it found. */
async function writePage(rows: readonly Row[]): Promise<void> {
  const page = join(repositoryFolder, 'docs/guides/tried-clients.md');
  const earlier = await readFile(page, 'utf8').catch(() => '');
  await writeFile(page, formatPage({ clients: clientList, rows, date, earlier }));
}

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    folder: { type: 'string', default: join(tmpdir(), 'lectern-clients') },
  },
});
const report = new Report();
const { only, folder } = values;
const clients = clientList.filter(
  ({ name }) => !only || only.some((part) => name.toLowerCase().includes(part.toLowerCase())),
);
await mkdir(folder, { recursive: true });
const date = new Date().toISOString().slice(0, 10);
await report.try('the run came to its end', async () => {
  const rows = await tryClients(clients, folder, values.write ? writePage : async () => {});
  console.log(`\n${formatTable(rows, date)}\n`);
});
const counts = (['passed', 'failed', 'skipped'] as const).map(
  (status) => `${report.count(status)} ${status}`,
);
console.log(`clients: ${counts.join(', ')}`);
process.exitCode = report.hasFailures ? 1 : 0;
if (process.connected) process.disconnect();
