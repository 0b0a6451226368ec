import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@lectern/testing';
import { findUnreadable } from '../faults/find-problems.ts';
import { askWithCitation } from './ask-with-citation.ts';
import { checkStores } from './check-content.ts';
import type { SuiteUnderTest } from './suite-under-test.ts';
import { timed } from './timed.ts';

const backupTimeoutMs = 120_000;
const rebuildTimeoutMs = 180_000;
const queries = ['battery', 'How is the device charged?', 'warranty and service'];
const evaluate = ['node', '--input-type=module', '--eval'];
/** The image has this library for `@lectern/bundles` alone. */
const loadAge = `
  import { createRequire } from 'node:module';
  const age = createRequire('/app/packages/bundles/package.json')('age-encryption');
`;
const makeKey = `${loadAge}
  const identity = await age.generateX25519Identity();
  console.log(JSON.stringify({ identity, recipient: await age.identityToRecipient(identity) }));
`;
const decrypt = `${loadAge}
  import { Readable } from 'node:stream';
  import { pipeline } from 'node:stream/promises';
  const decrypter = new age.Decrypter();
  decrypter.addIdentity(process.env.IDENTITY);
  const plain = await decrypter.decrypt(Readable.toWeb(process.stdin));
  await pipeline(Readable.fromWeb(plain), process.stdout);
`;

/** Removes everything, restores the backup of the schedule, and checks that all is as before. */
export async function checkBackup(suite: SuiteUnderTest): Promise<void> {
  const { compose, api, report, collectionId, documentId } = suite;
  const folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
  // The container writes as its own user.
  await chmod(folder, 0o777);
  const archive = join(folder, 'site.tar.zst');
  const ask = () => askWithCitation(api, collectionId, documentId).then(() => true);
  const readSite = async () => {
    const { documents } = await api.call('listDocuments', { query: { limit: 500 } });
    const found = await Promise.all(
      queries.map((query) => api.call('search', { body: { query } })),
    );
    return {
      documents: documents.map(({ id, title, status }) => ({ id, title, status })),
      searches: found.map(({ chunks }) => chunks.map(({ id, text }) => ({ id, text }))),
    };
  };
  try {
    const made = await compose.runOnce('init', [...evaluate, makeKey]);
    const { identity, recipient } = JSON.parse(made.stdout);
    const scheduled = compose.with({ BACKUP_RECIPIENT: recipient, BACKUP_DIR: folder });
    const before = await readSite();
    const backup = await timed(report, 'the schedule has written a backup', async () => {
      await scheduled.up(suite.scale);
      return eventually(
        async () => (await readdir(folder)).find((name) => /^site-.*\.age$/.test(name)),
        { timeoutMs: backupTimeoutMs, intervalMs: 500 },
      );
    });
    await timed(report, 'the backup can be restored', async () => {
      const command = ['node', 'src/main.ts', 'check-backup'];
      const environment = { BACKUP_IDENTITY: identity };
      const { stderr } = await scheduled.runOnce('backup', command, { environment });
      report.print(stderr.trim().split('\n').at(-1) ?? '');
    });
    const environment = { IDENTITY: identity };
    const input = join(folder, backup);
    await compose.runOnce('init', [...evaluate, decrypt], { input, output: archive, environment });
    await scheduled.remove();
    await timed(report, 'imported', () => compose.importSite(archive));
    await timed(report, 'the answer cites its page again', () =>
      eventually(ask, { timeoutMs: rebuildTimeoutMs, intervalMs: 500 }),
    );
    await report.try('documents and searches are the same', async () =>
      assert.deepEqual(await readSite(), before),
    );
    await checkStores(suite);
    const { documents } = await api.call('listDocuments', { query: { limit: 500 } });
    report.check('every original can be read back', await findUnreadable(api, documents));
  } finally {
    await rm(folder, { recursive: true });
  }
}
