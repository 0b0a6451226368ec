import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toSecretFiles } from './secret-files.ts';
import {
  type AdoptedSecrets,
  adoptSecrets,
  completeSecrets,
  type PartialSecrets,
  rotateSigningKeys,
} from './secrets.ts';

const ownerOnly = 0o600;
/** Each folder is mounted in one process only, under any user id. */
const everyone = 0o444;

export interface EnsureSecretsOptions {
  /** Contains `init/secrets.json` and one folder per process. */
  readonly folder: string;
  /** Creates new signing keys in addition to the current ones. */
  readonly rotate?: boolean;
  /** Secrets of an imported site, which replace those of this installation. */
  readonly adopted?: AdoptedSecrets;
}

/**
 * Creates missing secrets, rewrites the files of every process and removes those that it no longer
 * needs. Can be repeated.
 */
export async function ensureSecrets({
  folder,
  rotate = false,
  adopted,
}: EnsureSecretsOptions): Promise<void> {
  const master = join(folder, 'init', 'secrets.json');
  const complete = await completeSecrets(await readExisting(master));
  const kept = adopted ? adoptSecrets(complete, adopted) : complete;
  const secrets = rotate ? await rotateSigningKeys(kept) : kept;
  await replaceFile(master, JSON.stringify(secrets, null, 2), ownerOnly);
  for (const [process, files] of Object.entries(toSecretFiles(secrets))) {
    for (const [name, content] of Object.entries(files)) {
      await replaceFile(join(folder, process, name), content, everyone);
    }
    for (const name of await readdir(join(folder, process))) {
      if (!Object.hasOwn(files, name)) await rm(join(folder, process, name));
    }
  }
}

async function readExisting(file: string): Promise<PartialSecrets> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as PartialSecrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

async function replaceFile(file: string, content: string, mode: number): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(`${file}.new`, content, { mode, flush: true });
  await rename(`${file}.new`, file);
}
