import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSigningKey } from '@lectern/service/signing-keys';
import type { JWK } from 'jose';

/** Made once for a home and kept. */
export interface Secrets {
  readonly databasePassword: string;
  readonly betterAuthSecret: string;
  /** Private keys of the services that sign internal tokens. */
  readonly signingKeys: { readonly gateway: JWK; readonly rag: JWK };
}

/** Reads the secrets of a home, or makes them on first use (file mode 600). */
export async function loadSecrets(home: string): Promise<Secrets> {
  const file = join(home, 'secrets.json');
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const secrets: Secrets = {
    databasePassword: randomBytes(24).toString('base64url'),
    betterAuthSecret: randomBytes(32).toString('base64url'),
    signingKeys: {
      gateway: await createSigningKey('gateway'),
      rag: await createSigningKey('rag'),
    },
  };
  await writeFile(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}
