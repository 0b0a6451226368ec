import { createHash, randomUUID } from 'node:crypto';
import {
  chmod,
  chown,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { canEnter, findOwner, getServerAccount, type SystemAccount } from './system-account.ts';

/** Folders of PostgreSQL's programs and data, and the account that runs it. */
export interface PostgresPlace {
  /** Contains `bin/postgres` and `bin/initdb`. */
  readonly programFolder: string;
  /** Owned by PostgreSQL's account; its subfolder `data` contains the data. */
  readonly folder: string;
  /** Set when the suite runs as root. */
  readonly account: SystemAccount | undefined;
}

/** Used only by root, for files that PostgreSQL's account could not read at their place. */
const sharedFolder = '/var/lib/lectern';
const pointerFileName = 'postgres-folder.json';

/**
 * Chooses the folders of PostgreSQL for a home (absolute, existing).
 *
 * For an ordinary user the programs stay where npm installed them and the data stays in the home.
 * Under root, PostgreSQL runs under another account. Programs and data that this account cannot read
 * are put under `/var/lib/lectern` (programs by version, data by home), and a file in the home names
 * the folder of its data.
 */
export async function openPostgresPlace(home: string): Promise<PostgresPlace> {
  const binaries = await findPostgresBinaries();
  if (process.getuid?.() !== 0) {
    const folder = join(home, 'postgres');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return { programFolder: binaries.folder, folder, account: undefined };
  }
  const known = (await findPointedFolder(home)) ?? join(home, 'postgres');
  const owner = await findOwner(join(known, 'data'));
  const account = owner && owner.uid !== 0 ? owner : await getServerAccount();
  return {
    programFolder: await openProgramFolder(binaries, account),
    folder: await openFolder(home, account),
    account,
  };
}

/** Deletes a home, including its data outside of the home. */
export async function removeHome(home: string): Promise<void> {
  const pointed = await findPointedFolder(home);
  if (pointed !== undefined) await rm(pointed, { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
}

async function openProgramFolder(
  { folder, version }: PostgresBinaries,
  account: SystemAccount,
): Promise<string> {
  if (await canEnter(join(folder, 'bin'), account)) return folder;
  const copy = join(sharedFolder, `postgresql-${version}`);
  if (await findOwner(copy)) return copy;
  await openSharedFolder();
  const draft = `${copy}.${randomUUID()}`;
  await cp(folder, draft, { recursive: true, verbatimSymlinks: true });
  await makeReadable(draft);
  try {
    await rename(draft, copy);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await findOwner(copy))) throw error;
  }
  return copy;
}

async function openSharedFolder(): Promise<void> {
  await mkdir(sharedFolder, { recursive: true });
  await chmod(sharedFolder, 0o755);
}

/** Lets everybody read and execute the files, whose installation may have had a strict umask. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}

async function openFolder(home: string, account: SystemAccount): Promise<string> {
  const folder = (await findPointedFolder(home)) ?? (await placeFolder(home, account));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chown(folder, account.uid, account.gid);
  return folder;
}

async function placeFolder(home: string, account: SystemAccount): Promise<string> {
  if ((await findOwner(home))?.uid === 0) await chmod(home, 0o711);
  if (await canEnter(home, account)) return join(home, 'postgres');
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const folder = join(sharedFolder, `home-${name}`);
  await openSharedFolder();
  await rm(folder, { recursive: true, force: true });
  await writeFile(join(home, pointerFileName), `${JSON.stringify({ folder })}\n`);
  return folder;
}

async function findPointedFolder(home: string): Promise<string | undefined> {
  try {
    const text = await readFile(join(home, pointerFileName), 'utf8');
    return (JSON.parse(text) as { folder: string }).folder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
