import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkArchive } from '@lectern/bundles';
import { openHome } from '../home/open-home.ts';
import { removeHome } from '../postgres/postgres-place.ts';
import { type HomeArchive, startDatabase } from './home-stores.ts';
import { withSuiteErrors } from './to-suite-error.ts';

interface ArchiveCheck extends Omit<HomeArchive, 'home'> {
  /** Absolute path of a file with the private key of age. */
  readonly identityFile: string | undefined;
}

/**
 * Restores an archive into a temporary home, which is removed afterwards, and prints what it read.
 * @throws SuiteError when the archive cannot be restored.
 */
export async function checkHomeArchive({ file, identityFile, signal }: ArchiveCheck) {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-check-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const home = join(folder, 'home');
  const result = await withSuiteErrors(signal, async () => {
    const identity = identityFile && (await readFile(identityFile, 'utf8'));
    const input = createReadStream(file);
    await new Promise((resolve, reject) => input.once('open', resolve).once('error', reject));
    stack.defer(() => void input.destroy());
    const { secrets, lock } = await openHome(home);
    stack.defer(() => removeHome(home));
    stack.defer(() => lock.release());
    return checkArchive({
      databaseUrl: await startDatabase(home, secrets.databasePassword, stack),
      input,
      identity,
      report: (sentence) => console.error(sentence),
      signal,
    });
  });
  console.log(`${file}: ${result}.`);
  return 0;
}
