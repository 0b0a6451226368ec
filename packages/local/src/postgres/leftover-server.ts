import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SuiteError } from '../suite-error.ts';

const fastShutdownMs = 5_000;
const killedMs = 5_000;

/**
 * Ends what an earlier run left behind in a data folder: a server that outlived its parent, server
 * processes whose postmaster was killed, and a lock file whose process number now belongs to
 * something else (which would keep PostgreSQL from starting).
 */
export async function stopLeftoverServer(dataFolder: string): Promise<void> {
  const lockFile = join(dataFolder, 'postmaster.pid');
  const lockedBy = await findLockingProcess(lockFile);
  const processes = await findProcessesIn(dataFolder);
  if (lockedBy !== undefined && processes.includes(lockedBy)) {
    signal(lockedBy, 'SIGINT');
    await waitUntilGone(dataFolder, fastShutdownMs);
  }
  for (const pid of await findProcessesIn(dataFolder)) signal(pid, 'SIGKILL');
  if (!(await waitUntilGone(dataFolder, killedMs))) {
    throw new SuiteError(`An earlier PostgreSQL still runs in ${dataFolder} and does not end.`);
  }
  if (lockedBy !== undefined && !processes.includes(lockedBy)) await rm(lockFile, { force: true });
}

async function findLockingProcess(lockFile: string): Promise<number | undefined> {
  try {
    return Number.parseInt(await readFile(lockFile, 'utf8'), 10);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Every process of a server works in its data folder. */
async function findProcessesIn(dataFolder: string): Promise<number[]> {
  const entries = await readdir('/proc').catch(() => []);
  const pids = entries.map(Number).filter(Number.isInteger);
  const folders = await Promise.all(
    pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => undefined)),
  );
  return pids.filter((_, index) => folders[index] === dataFolder);
}

async function waitUntilGone(dataFolder: string, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while ((await findProcessesIn(dataFolder)).length > 0) {
    if (Date.now() > deadline) return false;
    await delay(50);
  }
  return true;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
