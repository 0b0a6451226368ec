import { type ChildProcess, spawn } from 'node:child_process';
import type { SystemAccount } from './system-account.ts';

/** Stops a process when this one dies without having called `release`. */
export interface OrphanGuard {
  release(): void;
}

/**
 * PostgreSQL does not notice that its parent is gone. A shell waits on a pipe that only this
 * process holds: a line means that all is in order, the end of the pipe without a line means that
 * this process was killed, and then the shell asks the server to shut down.
 */
export function startOrphanGuard(pid: number, account: SystemAccount | undefined): OrphanGuard {
  const shell: ChildProcess = spawn('/bin/sh', ['-c', 'read -r line || kill -INT "$0"', `${pid}`], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => {});
  shell.stdin?.on('error', () => {});
  shell.unref();
  return { release: () => void shell.stdin?.end('released\n') };
}
