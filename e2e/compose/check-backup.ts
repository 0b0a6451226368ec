import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@lectern/testing';
import { findUnreadable } from '../faults/find-problems.ts';
import { askWithCitation } from './ask-with-citation.ts';
import { checkStores } from './check-content.ts';
import type { SuiteUnderTest } from './suite-under-test.ts';
import { timed } from './timed.ts';

const rebuildTimeoutMs = 180_000;

/** Exports the site, removes everything, imports it, and checks that it works as before. */
export async function checkBackup(suite: SuiteUnderTest): Promise<void> {
  const { compose, api, report, collectionId, documentId } = suite;
  const folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
  const file = join(folder, 'site.tar.zst');
  const ask = () => askWithCitation(api, collectionId, documentId).then(() => true);
  try {
    await timed(report, 'exported', () => compose.exportSite(file));
    await compose.remove();
    await timed(report, 'imported', () => compose.importSite(file));
    await timed(report, 'the answer cites its page again', () =>
      eventually(ask, { timeoutMs: rebuildTimeoutMs, intervalMs: 500 }),
    );
    await checkStores(suite);
    const { documents } = await api.call('listDocuments', { query: { limit: 500 } });
    report.check('every original can be read back', await findUnreadable(api, documents));
  } finally {
    await rm(folder, { recursive: true });
  }
}
