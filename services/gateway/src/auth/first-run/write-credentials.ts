import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';

/** Credentials of a new installation for scripts. */
export interface Credentials {
  readonly url: string;
  readonly email: string;
  /** Password of the owner; absent if the owner came with an archive. */
  readonly password?: string;
  readonly api_key: string;
}

const begunSchema = z.object({ email: z.string(), password: z.string() });

/** Credentials of an owner who is being created. */
export type BegunCredentials = z.output<typeof begunSchema>;

/**
 * Stores them before there is an owner, so that a crash leaves no owner with an unknown password.
 */
export async function recordBegun(path: string, begun: BegunCredentials): Promise<void> {
  await writeWhole(begunFileOf(path), begun);
}

/** Returns the credentials of a setup that crashed; undefined if there was none. */
export async function findBegun(path: string): Promise<BegunCredentials | undefined> {
  try {
    return begunSchema.parse(JSON.parse(await readFile(begunFileOf(path), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes the file atomically, readable by its owner only, and ends the setup. */
export async function writeCredentials(path: string, credentials: Credentials): Promise<void> {
  await writeWhole(path, credentials);
  await rm(begunFileOf(path), { force: true });
}

function begunFileOf(path: string): string {
  return `${path}.begun`;
}

async function writeWhole(path: string, value: object): Promise<void> {
  const draft = `${path}.${randomUUID()}.new`;
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
}
