import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePorts, portCount, repositoryFolder } from '@lectern/local';
import { startRecordedLiterature } from '@lectern/recorded-literature';
import { eventually } from '@lectern/testing';
import { fillOldSite, startOutsideServers } from './old-site.ts';

const execute = promisify(execFile);
/** An install and a first start, on a busy machine. */
const startTimeoutMs = 900_000;
const stopTimeoutMs = 60_000;

/** Returns whether the history of this checkout has the commit. */
export const hasCommit = (commit: string) =>
  execute('git', ['-C', repositoryFolder, 'cat-file', '-e', `${commit}^{commit}`]).then(
    () => true,
    () => false,
  );

/** Files of an older version: its home with `old-site.json`, and its export. */
export interface OldHome {
  readonly home: string;
  readonly archive: string;
}

/** Checks an older commit out, starts it on a new home in `folder`, fills, exports and stops it. */
export async function makeOldHome(commit: string, folder: string): Promise<OldHome> {
  const checkout = join(folder, 'checkout');
  const home = join(folder, 'old');
  const archive = join(folder, 'old.tar.zst');
  await mkdir(home, { mode: 0o711 });
  await execute('git', [
    'clone',
    '--quiet',
    '--shared',
    '--no-checkout',
    repositoryFolder,
    checkout,
  ]);
  await execute('git', ['-C', checkout, 'checkout', '--quiet', commit]);

  await using literature = await startRecordedLiterature();
  const outsidePort = await findFreePorts(2);
  await using _servers = await startOutsideServers(outsidePort);
  const port = await findFreePorts(portCount);
  const env = {
    ...process.env,
    LECTERN_HOME: home,
    LECTERN_PORT: `${port}`,
    MCP_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    NCBI_BASE_URL: literature.ncbiUrl,
    CLINICALTRIALS_BASE_URL: literature.clinicalTrialsUrl,
  };
  const child = spawn('npm', ['start'], { cwd: checkout, env, detached: true, stdio: 'ignore' });
  try {
    const readJson = async (name: string) => JSON.parse(await readFile(join(home, name), 'utf8'));
    const isReady = async () => {
      if (child.exitCode !== null) return true;
      const { url } = await readJson('credentials.json');
      return (await fetch(`${url}/health`)).ok;
    };
    await eventually(isReady, { timeoutMs: startTimeoutMs, intervalMs: 500 });
    if (child.exitCode !== null) throw new Error(`npm start of ${commit} has ended`);
    const credentials = await readJson('credentials.json');
    const { databasePassword } = await readJson('secrets.json');
    const site = await fillOldSite(credentials, {
      outsidePort,
      databaseUrl: `postgres://lectern:${databasePassword}@127.0.0.1:${port + 5}/postgres`,
    });
    await writeFile(join(home, 'old-site.json'), JSON.stringify(site));
    const command = ['run', 'lectern', '--', 'admin', 'export', archive];
    await execute('npm', command, { cwd: checkout, env });
  } finally {
    await stopGroup(child);
  }
  return { home, archive };
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit', { signal: AbortSignal.timeout(stopTimeoutMs) });
  process.kill(-child.pid, 'SIGTERM');
  await exited;
}
