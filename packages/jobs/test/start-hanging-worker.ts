import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { HangingWorker } from '../src/job-backend.suite.ts';

export interface HangingWorkerOptions {
  readonly store: 'postgres' | 'redis';
  readonly url: string;
  readonly queue: string;
  readonly lockMs: number;
}

/** Starts the process and waits until its worker asks for jobs. */
export async function startHangingWorker(options: HangingWorkerOptions): Promise<HangingWorker> {
  const file = fileURLToPath(new URL('./hanging-worker.ts', import.meta.url));
  const child = fork(file, [JSON.stringify(options)], { execArgv: [] });
  const hasJob = new Promise<void>((resolve) => {
    child.on('message', (message) => message === 'job' && resolve());
  });
  const [message] = await once(child, 'message');
  if (message !== 'ready') throw new Error(`the worker said ${message}`);
  return {
    hasJob,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
