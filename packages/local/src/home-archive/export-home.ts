import { existsSync } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { describeContents, exportSite } from '@lectern/bundles';
import { HomeInUseError } from '../home/home-lock.ts';
import { openHome } from '../home/open-home.ts';
import { findSecrets, type Secrets } from '../home/secrets.ts';
import type { Credentials } from '../suite/credentials.ts';
import { credentialsFileOf, postgresPortOffset } from '../suite/suite-processes.ts';
import { SuiteError } from '../suite-error.ts';
import { type HomeArchive, openHomeBlobs, startDatabase } from './home-stores.ts';
import { withSuiteErrors } from './to-suite-error.ts';

/**
 * Writes the site of a home, running or stopped, into a file that only its owner may read.
 *
 * @throws SuiteError when the file cannot be written; no file is left then.
 */
export async function exportHome({
  home,
  file,
  withSecrets,
  signal,
}: HomeArchive & { readonly withSecrets: boolean }): Promise<number> {
  const secrets = await findSecrets(home);
  if (!secrets) throw new SuiteError(`${home} is not the home of a suite.`);
  if (existsSync(file)) throw new SuiteError(`${file} already exists.`);
  const draft = `${file}.new`;
  try {
    await withSuiteErrors(signal, async () => {
      await using stack = new AsyncDisposableStack();
      const databaseUrl = await openDatabase(home, secrets, stack);
      const blobs = await openHomeBlobs(home, stack);
      const handle = await open(draft, 'w', 0o600);
      await handle.chmod(0o600);
      const output = handle.createWriteStream({ flush: true });
      const report = (sentence: string) => console.error(sentence);
      const manifest = await exportSite({
        databaseUrl,
        blobs,
        output,
        report,
        signal,
        secrets: withSecrets
          ? { better_auth: secrets.betterAuthSecret, credential_keys: [...secrets.credentialKeys] }
          : undefined,
      });
      const { size } = await stat(draft);
      await rename(draft, file);
      console.log(`${file} contains ${describeContents(manifest)} in ${size} bytes.`);
    });
    return 0;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Returns the address of the running suite's database, or starts it. */
async function openDatabase(
  home: string,
  { databasePassword }: Secrets,
  stack: AsyncDisposableStack,
): Promise<string> {
  try {
    const { lock } = await openHome(home);
    stack.defer(() => lock.release());
  } catch (error) {
    if (!(error instanceof HomeInUseError)) throw error;
    const address = new URL(await readAddress(home));
    const port = Number(address.port) + postgresPortOffset;
    return `postgres://lectern:${encodeURIComponent(databasePassword)}@127.0.0.1:${port}/postgres`;
  }
  return startDatabase(home, databasePassword, stack);
}

async function readAddress(home: string): Promise<string> {
  const file = credentialsFileOf(home);
  if (!existsSync(file)) throw new SuiteError(`The suite in ${home} is still starting.`);
  return (JSON.parse(await readFile(file, 'utf8')) as Credentials).url;
}
