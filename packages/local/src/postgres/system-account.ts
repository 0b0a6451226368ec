import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SuiteError } from '../suite-error.ts';

/** A user of the operating system. */
export interface SystemAccount {
  readonly uid: number;
  readonly gid: number;
}

const accountNames = ['postgres', 'nobody'];

/**
 * The account under which PostgreSQL runs when the suite runs as root, since PostgreSQL refuses
 * root: `postgres` where it exists, else `nobody`.
 *
 * @throws SuiteError when the system has neither.
 */
export async function getServerAccount(): Promise<SystemAccount> {
  const accounts = new Map<string, SystemAccount>();
  for (const line of (await readFile('/etc/passwd', 'utf8')).split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name) accounts.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  for (const name of accountNames) {
    const account = accounts.get(name);
    if (account && account.uid !== 0) return account;
  }
  throw new SuiteError(
    'PostgreSQL does not run as root, and this system has neither the user postgres nor nobody.',
  );
}

/** The owner of a file or folder, undefined when it is not there. */
export async function findOwner(path: string): Promise<SystemAccount | undefined> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Tells whether an account may enter a folder, which asks for every folder above it too. */
export async function canEnter(folder: string, { uid, gid }: SystemAccount): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid: ownerId, gid: groupId } = await stat(path);
    const bit = ownerId === uid ? 0o100 : groupId === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (path === dirname(path)) return true;
  }
}
