import { execFile } from 'node:child_process';
import { chown, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SuiteError } from '../suite-error.ts';
import type { PostgresPlace } from './postgres-place.ts';
import { findOwner } from './system-account.ts';

const initTimeoutMs = 120_000;

/**
 * Creates PostgreSQL's data folder if it is missing, with one superuser `lectern` and Unicode code
 * point order. An interrupted attempt leaves no partial cluster behind.
 *
 * @throws SuiteError when `initdb` fails, with its output.
 */
export async function initialiseCluster(
  { folder, programFolder, account }: PostgresPlace,
  password: string,
): Promise<void> {
  const dataFolder = join(folder, 'data');
  if (await findOwner(dataFolder)) return;

  const draft = join(folder, 'data.new');
  const passwordFile = join(folder, 'password');
  await rm(draft, { recursive: true, force: true });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) await chown(passwordFile, account.uid, account.gid);
  try {
    await promisify(execFile)(
      join(programFolder, 'bin', 'initdb'),
      [
        `--pgdata=${draft}`,
        '--username=lectern',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--text-search-config=simple',
        '--no-instructions',
      ],
      {
        ...account,
        cwd: '/',
        env: { LC_ALL: 'C', PATH: process.env.PATH },
        timeout: initTimeoutMs,
      },
    );
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new SuiteError(`PostgreSQL could not be set up: ${stderr?.trim() || message}`, {
      cause: error,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draft, dataFolder);
}
