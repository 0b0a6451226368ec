import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { repositoryFolder } from '@lectern/local';
import type { ForeignClient } from './client-list.ts';
import { runProgram } from './run-program.ts';

/** A client that is ready to run. */
export interface InstalledClient {
  readonly folder: string;
  /** Node, or the Python of its own environment. */
  readonly program: string;
  readonly adapter: string;
}

/** It cannot be had here, which says nothing of the suite. */
export class NotInstalledError extends Error {
  override readonly name = 'NotInstalledError';
}

const installMs = 10 * 60_000;
const adapters = join(repositoryFolder, 'e2e/clients/adapters');

/**
 * Installs a client into a folder of its own, unless it stands there already in this version.
 *
 * @throws NotInstalledError with what the installer said last.
 */
export async function installClient(
  client: ForeignClient,
  parent: string,
): Promise<InstalledClient> {
  const folder = join(parent, client.adapter.replace(/\.\w+$/, ''));
  const mark = join(folder, 'installed.json');
  const wanted = JSON.stringify(client.packages);
  if ((await readFile(mark, 'utf8').catch(() => '')) !== wanted) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await (client.from === 'npm' ? installByNpm : installByPip)(client, folder);
    await writeFile(mark, wanted);
  }
  // Beside the packages, where the adapter finds them.
  await cp(adapters, folder, { recursive: true });
  return {
    folder,
    program: client.from === 'npm' ? process.execPath : join(folder, 'python/bin/python'),
    adapter: client.adapter,
  };
}

async function installByNpm({ packages }: ForeignClient, folder: string): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  await install('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...packages], folder);
}

async function installByPip(
  { packages, without = [] }: ForeignClient,
  folder: string,
): Promise<void> {
  const python = process.env.LECTERN_PYTHON || 'python3';
  await install(python, ['-m', 'venv', 'python'], folder);
  const pip = (wanted: readonly string[]) =>
    install(join(folder, 'python/bin/pip'), ['install', '--quiet', ...wanted], folder);
  if (without.length > 0) {
    // pip cannot leave a dependency out.
    await pip(['uv']);
    await writeFile(
      join(folder, 'left-out.txt'),
      without.map((name) => `${name} ; sys_platform == 'never'\n`).join(''),
    );
    const into = ['--quiet', '--python', 'python/bin/python', '--override', 'left-out.txt'];
    await install(join(folder, 'python/bin/uv'), ['pip', 'install', ...into, ...packages], folder);
    return;
  }
  // The one that Python brings takes minutes to choose among versions.
  await pip(['--upgrade', 'pip']);
  await pip(packages);
}

async function install(
  program: string,
  parameters: readonly string[],
  folder: string,
): Promise<void> {
  const environment = { PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  const { status, errors } = await runProgram(program, parameters, {
    folder,
    timeoutMs: installMs,
    environment,
  }).catch((error: Error) => ({ status: 1, errors: error.message }));
  if (status === 0) return;
  throw new NotInstalledError(
    errors.trim().split('\n').at(-1) || `${program} ended with ${status}`,
  );
}
