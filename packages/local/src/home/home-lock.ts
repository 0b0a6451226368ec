import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SuiteError } from '../suite-error.ts';

/** The right of one process to run a suite in a home. */
export interface HomeLock {
  /** The last owner died without giving its lock back: what it started may still be ending. */
  readonly wasAbandoned: boolean;
  /** Tells one who comes now that waiting is worth it. */
  announceRelease(): Promise<void>;
  release(): Promise<void>;
}

interface Owner {
  readonly pid: number;
  /** Start time of the process in the system's format; distinguishes it from a later one with the same id. */
  readonly startedAt: string;
  readonly token: string;
  /** The owner releases the lock after its processes have ended. */
  readonly isLeaving?: boolean;
}

/** Two processes that take over the same abandoned lock see each other after this time. */
const settleMs = 50;
/** Maximum wait for an owner that is stopping. */
const leaveTimeoutMs = 15_000;
const pollMs = 100;

/**
 * Takes the lock of a home. A lock whose process is gone is taken over; one whose process is about
 * to end is waited for.
 *
 * @throws HomeInUseError when another process runs a suite there.
 */
export async function acquireHomeLock(home: string): Promise<HomeLock> {
  const file = join(home, 'lock.json');
  const earlier = await findLastOwner(file);
  if (earlier && (await isRunning(earlier))) throw inUse(home, earlier);

  const owner: Owner = {
    pid: process.pid,
    startedAt: await readStartTime(process.pid),
    token: randomUUID(),
  };
  await writeOwner(file, owner);
  await delay(settleMs);
  const holder = await findOwner(file);
  if (holder?.token !== owner.token) throw inUse(home, holder ?? owner);

  return {
    wasAbandoned: earlier !== undefined,
    announceRelease: () => writeOwner(file, { ...owner, isLeaving: true }),
    async release() {
      if ((await findOwner(file))?.token === owner.token) await rm(file, { force: true });
    },
  };
}

/** Another process runs a suite there. */
export class HomeInUseError extends SuiteError {}

function inUse(home: string, { pid }: Owner): HomeInUseError {
  return new HomeInUseError(
    `A suite already runs in ${home} (process ${pid}). Stop it, or set LECTERN_HOME to another folder.`,
  );
}

async function writeOwner(file: string, owner: Owner): Promise<void> {
  const draft = `${file}.${owner.token}`;
  await writeFile(draft, JSON.stringify(owner), { mode: 0o600 });
  await rename(draft, file);
}

/** The owner of now, or the one before when that one is leaving and has gone. */
async function findLastOwner(file: string): Promise<Owner | undefined> {
  const deadline = Date.now() + leaveTimeoutMs;
  for (;;) {
    const owner = await findOwner(file);
    if (!owner?.isLeaving || Date.now() > deadline || !(await isRunning(owner))) return owner;
    await delay(pollMs);
  }
}

async function findOwner(file: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Owner;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function isRunning({ pid, startedAt }: Owner): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return (await readStartTime(pid)) === startedAt;
}

/** From Linux's process table; elsewhere empty, and the process number alone decides. */
async function readStartTime(pid: number): Promise<string> {
  try {
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fieldsAfterName = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return `${boot}:${fieldsAfterName[19]}`;
  } catch {
    return '';
  }
}
