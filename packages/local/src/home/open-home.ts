import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SuiteError } from '../suite-error.ts';
import { acquireHomeLock, type HomeLock } from './home-lock.ts';
import { loadSecrets, type Secrets } from './secrets.ts';

/** A folder with all state of a suite, held by this process. */
export interface Home {
  /** Absolute. */
  readonly path: string;
  readonly secrets: Secrets;
  readonly lock: HomeLock;
}

/** Under a home that PostgreSQL's account must be able to pass, these are still the owner's alone. */
const privateFolders = ['blobs', 'index', 'literature', 'logs'];

/** Counts up when a home of the version before cannot be read as it is. */
const homeFormat = 1;

/**
 * Makes the folder on first use, takes its lock and checks its version.
 *
 * @throws SuiteError when it is in use, cannot be written, or was made by a newer version.
 */
export async function openHome(folder: string): Promise<Home> {
  const path = resolve(folder);
  await makeFolder(path);
  const lock = await acquireHomeLock(path).catch((error: unknown) => {
    throw asUnwritable(path, error);
  });
  try {
    await assertFormat(path);
    return { path, secrets: await loadSecrets(path), lock };
  } catch (error) {
    await lock.release().catch(() => {});
    throw asUnwritable(path, error);
  }
}

const unwritable: Readonly<Record<string, string>> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  ENOTDIR: 'it is a file, not a folder',
};

function asUnwritable(path: string, error: unknown): unknown {
  const reason = unwritable[String((error as NodeJS.ErrnoException).code)];
  if (!reason) return error;
  return new SuiteError(`LECTERN_HOME ${path} cannot be written: ${reason}.`, { cause: error });
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    for (const name of privateFolders) {
      await mkdir(join(path, name), { recursive: true, mode: 0o700 });
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SuiteError(
      `LECTERN_HOME ${path} cannot be made: ${unwritable[String(code)] ?? code}.`,
      { cause: error },
    );
  }
}

async function assertFormat(path: string): Promise<void> {
  const file = join(path, 'version.json');
  let found: number;
  try {
    found = (JSON.parse(await readFile(file, 'utf8')) as { format: number }).format;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await writeFile(file, `${JSON.stringify({ format: homeFormat })}\n`);
    return;
  }
  if (found === homeFormat) return;
  throw new SuiteError(
    `${path} has format ${found} and this version of Lectern reads format ${homeFormat}. ` +
      'Start the version that made it, or set LECTERN_HOME to another folder.',
  );
}
