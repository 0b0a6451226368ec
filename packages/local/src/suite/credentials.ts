import { readFile, rename, writeFile } from 'node:fs/promises';
import { SuiteError } from '../suite-error.ts';

/** Credentials with which a script uses a suite as its owner. */
export interface Credentials {
  readonly url: string;
  readonly email: string;
  /** Absent where the owner came with an archive, or the file was lost. */
  readonly password?: string;
  readonly api_key: string;
}

export interface CredentialsOptions {
  readonly file: string;
  /** Address of this start. */
  readonly url: string;
  /** Writes the file of a home that lost it. */
  readonly create: () => Promise<void>;
}

/**
 * Reads what the gateway wrote when it made the owner, and corrects the address, which follows the
 * port of this start. Called once the gateway serves: a file that is missing then was lost.
 *
 * @throws SuiteError for a file that is broken, or that `create` did not write.
 */
export async function loadCredentials(options: CredentialsOptions): Promise<Credentials> {
  const { file, url, create } = options;
  let found = await readCredentials(file);
  if (!found) {
    await create();
    found = await readCredentials(file);
  }
  if (!found) throw new SuiteError(`${file} was not written; see the log of the gateway.`);
  if (found.url === url) return found;
  const credentials = { ...found, url };
  await writeFile(`${file}.new`, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return credentials;
}

async function readCredentials(file: string): Promise<Credentials | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Credentials;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (!(error instanceof SyntaxError)) throw error;
    throw new SuiteError(`${file} is broken. Remove it: the next start makes it anew.`, {
      cause: error,
    });
  }
}
