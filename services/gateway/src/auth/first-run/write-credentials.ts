import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';

/** What scripts need to use a new installation. */
export interface Credentials {
  readonly url: string;
  readonly email: string;
  /** Of the owner; absent where the owner came with an archive. */
  readonly password?: string;
  readonly api_key: string;
}

const begunSchema = z.object({ email: z.string(), password: z.string() });

/** How the first owner will sign in. */
export type BegunCredentials = z.output<typeof begunSchema>;

/** Notes them before there is an owner, so that a crash leaves nobody whose password is unknown. */
export async function noteBegun(path: string, begun: BegunCredentials): Promise<void> {
  await writeWhole(begunFileOf(path), begun);
}

/** What a first run noted that a crash broke off; undefined where none was. */
export async function findBegun(path: string): Promise<BegunCredentials | undefined> {
  try {
    return begunSchema.parse(JSON.parse(await readFile(begunFileOf(path), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes the whole file or none of it, readable by its owner alone; nothing is begun after it. */
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
