import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';

/** What scripts need to use a new installation. */
export interface Credentials {
  readonly url: string;
  readonly email: string;
  /** Of the owner; absent where the owner came with an archive. */
  readonly password?: string;
  readonly api_key: string;
}

/** Writes the whole file or none of it, readable by its owner alone. */
export async function writeCredentials(path: string, credentials: Credentials): Promise<void> {
  const draft = `${path}.${randomUUID()}.new`;
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
}
