import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Raster, RecognisedLine } from '../parsing/recognition/recognise-text.ts';
import { forkSandboxed } from './fork-sandboxed.ts';
import type { RecogniserAnswer } from './parser-messages.ts';
import type { RecogniseOptions } from './run-tesseract.ts';
import { patientPriority, watchUsage } from './watch-usage.ts';

const entry = new URL('../recogniser-child.ts', import.meta.url);
const heapMb = 512;
/** An idle process ends: its models occupy 200 MB. */
const idleMs = 60_000;

/**
 * Runs the recognition models in a sandboxed child process that starts with the first picture. It
 * reads one picture after the other.
 */
export class RecogniserProcess {
  #child: ChildProcess | undefined;
  #ready: Promise<void> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #idle: NodeJS.Timeout | undefined;

  /** Number of pictures that are being read or wait. */
  get load(): number {
    return this.#waiting;
  }

  /** @throws Error if the picture cannot be read or exceeds the limits. */
  async recognise(picture: Raster, options: RecogniseOptions): Promise<readonly RecognisedLine[]> {
    clearTimeout(this.#idle);
    this.#waiting += 1;
    const turn = this.#last.then(() => this.#run(picture, options));
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#idle = setTimeout(() => this.stop(), idleMs).unref();
    }
  }

  stop(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async #run(
    picture: Raster,
    { limits, timeoutMs, isPatient, signal, onWorked }: RecogniseOptions,
  ): Promise<readonly RecognisedLine[]> {
    signal.throwIfAborted();
    const child = this.#open(isPatient);
    const { promise, resolve, reject } = Promise.withResolvers<readonly RecognisedLine[]>();
    const end = (reason: string) => {
      this.stop();
      reject(new Error(reason));
    };
    const onAbort = () => end('The picture is no longer wanted.');
    const onExit = () => end('The process of the recognition models ended.');
    const onTime = () => end('The picture takes more time than is allowed.');
    const onMemory = () => end('The picture takes more memory than is allowed.');
    const onMessage = (answer: RecogniserAnswer) => {
      if ('ready' in answer) return;
      if (answer.lines) resolve(answer.lines);
      else reject(new Error('The picture cannot be read.'));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    child.on('message', onMessage).once('exit', onExit);
    let stopWatching = () => 0;
    try {
      await Promise.race([this.#ready, promise]);
      const { timeMs, memoryMb } = limits;
      const clockMs = Math.min(timeoutMs, limits.clockMs);
      const workLimits = { timeMs, clockMs, memoryMb, usualMs: timeMs };
      stopWatching = watchUsage(child.pid, workLimits, { onTime, onMemory });
      child.send(picture, (error) => {
        if (error) onExit();
      });
      return await promise;
    } finally {
      onWorked?.(stopWatching());
      signal.removeEventListener('abort', onAbort);
      child.off('message', onMessage).off('exit', onExit);
    }
  }

  #open(isPatient: boolean): ChildProcess {
    if (this.#child?.connected) return this.#child;
    const { child } = forkSandboxed(entry, { heapMb, loadsNativeCode: true });
    child.on('error', () => {});
    child.stderr?.resume();
    this.#child = child;
    this.#ready = new Promise((resolve) => child.once('message', () => resolve()));
    if (isPatient && child.pid !== undefined) setPriority(child.pid, patientPriority);
    return child;
  }
}
