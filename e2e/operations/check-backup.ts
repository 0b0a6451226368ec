import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { removeHome } from '@lectern/local';
import { Api } from '../suite/api.ts';
import { manual, readCommittedFile } from '../suite/committed-files.ts';
import type { Report } from '../suite/report.ts';
import { onceRebuilt, runCheck, withSuite } from './run-check.ts';

const question = 'How often must the backup battery of the weather station be replaced?';
const scripts = fileURLToPath(new URL('../../scripts', import.meta.url));
const scriptTimeoutMs = 120_000;

/** The answer, and what it stands on, without what differs from turn to turn. */
interface Known {
  readonly answer: string;
  readonly sources: readonly (readonly [document: string, page: number | null])[];
  readonly text: string;
}

/**
 * Fills a suite, backs its home up by the guide's commands, loses it, restores it elsewhere, and
 * checks that it answers as before from an index that it had to make anew.
 */
async function checkBackup(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
  const first = join(folder, 'first');
  const second = join(folder, 'second');
  const backup = join(folder, 'backup');
  try {
    const { apiKey, collectionId, documentId, known } = await withSuite(first, async (suite) => {
      const api = new Api(suite.url, suite.credentials.api_key);
      const filled = await fill(api);
      await refusesToRun(report, first, backup);
      const { collectionId: id, documentId: document } = filled;
      return { ...filled, apiKey: api.apiKey, known: await ask(api, id, document) };
    });
    await runScript('backup-home.sh', first, backup);
    await removeHome(first);
    await runScript('restore-home.sh', backup, second);
    await withSuite(second, async (suite) => {
      const api = new Api(suite.url, apiKey);
      const restored = await onceRebuilt(() => ask(api, collectionId, documentId));
      report.check(
        'the restored suite gives the same answer from the same page',
        JSON.stringify(restored) === JSON.stringify(known)
          ? []
          : [`${JSON.stringify(restored)} instead of ${JSON.stringify(known)}`],
      );
    });
  } finally {
    for (const home of [first, second]) await removeHome(home);
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(api: Api): Promise<{ collectionId: string; documentId: string }> {
  const collectionId = await api.createCollection('Manuals');
  const [accepted] = await api.uploadAccepted(collectionId, [await readCommittedFile(manual)]);
  const documentId = accepted?.id ?? '';
  await api.waitUntilFinal(documentId);
  return { collectionId, documentId };
}

async function ask(api: Api, collectionId: string, documentId: string): Promise<Known> {
  const { answer, citations } = await api.call('chat', {
    timeoutMs: 120_000,
    body: { message: question, collection_filter: { collection_ids: [collectionId] } },
  });
  if (citations.length === 0) throw new Error(`the answer cites nothing: ${answer}`);
  return {
    answer,
    sources: citations.map(({ document_id, page }) => [document_id, page] as const),
    text: await api.readText(documentId),
  };
}

async function refusesToRun(report: Report, home: string, backup: string): Promise<void> {
  const outcome = await runScript('backup-home.sh', home, backup).catch(String);
  const refused = typeof outcome === 'string' && outcome.includes('Stop it first');
  report.check('a running suite is not backed up', refused ? [] : ['the script did not refuse']);
}

async function runScript(name: string, ...parameters: string[]): Promise<void> {
  await promisify(execFile)(join(scripts, name), parameters, { timeout: scriptTimeoutMs });
}

await runCheck('backup', checkBackup);
