import type { ChildProcess } from 'node:child_process';
import { constants, copyFile, link, rm, stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { kill } from 'node:process';
import { ParseFailure } from '../parsing/parse-failure.ts';
import type { ParseLimits } from '../parsing/parse-limits.ts';
import { forkSandboxed } from './fork-sandboxed.ts';
import type {
  ParserAnswer,
  ParserJob,
  ParserResult,
  PictureRequest,
  ReadPicture,
} from './parser-messages.ts';
import type { TextRecogniser } from './text-recogniser.ts';
import { patientPriority, watchUsage } from './watch-usage.ts';
import { toWorkLimits, type WorkLimits } from './work-limits.ts';

const entry = new URL('../parser-child.ts', import.meta.url);
/** Maximum share of the memory limit for the JavaScript heap. */
const heapShare = 0.75;
const maxErrorLength = 4000;
/** Maximum time to start a process. */
const startMs = 15_000;

export interface ParserProcessOptions {
  readonly isPatient: boolean;
  /** Recognises pictures for the process, which starts nothing itself. */
  readonly recogniser: TextRecogniser | undefined;
}

/**
 * A child process that parses one file at a time, and can read no other. It is killed when it
 * exceeds the time or memory limits.
 */
export class ParserProcess {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #limits: ParseLimits;
  readonly #options: ParserProcessOptions;
  readonly #started: Promise<void>;
  /** Start of the picture that is being read. */
  #pictureSince: number | undefined;
  /** Wall-clock time of the job's earlier pictures. */
  #pictureMs = 0;
  #errorOutput = '';
  #jobs = 0;
  #workedMs = 0;

  constructor(limits: ParseLimits, options: ParserProcessOptions) {
    this.#limits = limits;
    this.#options = options;
    const { child, folder } = forkSandboxed(entry, {
      heapMb: Math.round(limits.memoryMb * heapShare),
    });
    this.#child = child;
    this.#folder = folder;
    this.#child.on('error', () => {});
    this.#started = new Promise((resolve) => this.#child.once('message', () => resolve()));
    // The start runs only our own code, and takes ten times as long at a low priority.
    if (options.isPatient) void this.#started.then(() => this.#leaveProcessorToOthers());
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errorOutput = (this.#errorOutput + text).slice(-maxErrorLength);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Number of finished jobs. */
  get jobs(): number {
    return this.#jobs;
  }

  /**
   * Processor milliseconds of all its jobs, including pictures; wall-clock time where it cannot be
   * measured.
   */
  get workedMs(): number {
    return this.#workedMs;
  }

  /**
   * Runs one job. Afterwards the process is dead unless only the file itself failed; see `isAlive`.
   * @throws ParseFailure, or the signal's reason.
   */
  run(job: ParserJob, signal: AbortSignal | undefined): Promise<ParserResult> {
    return withSandboxFile(this.#folder, job.request.path, async (path) => {
      const { size } = await stat(path);
      signal?.throwIfAborted();
      const limits = toWorkLimits(size, this.#limits);
      const { timeMs } = limits;
      const own = { ...job, request: { ...job.request, path }, limits: { ...job.limits, timeMs } };
      return this.#run(own, limits, signal);
    });
  }

  #run(
    job: ParserJob,
    workLimits: WorkLimits,
    signal: AbortSignal | undefined,
  ): Promise<ParserResult> {
    const child = this.#child;
    this.#pictureMs = 0;
    const over = new AbortController();
    return new Promise((resolve, reject) => {
      const kill = (reason: unknown) => {
        finish();
        this.#kill();
        reject(reason);
      };
      const stop = (limitMs: number) => {
        const seconds = Math.round(limitMs / 1000);
        kill(new ParseFailure('time_limit', `Reading the document took more than ${seconds} s.`));
      };
      const { memoryMb, timeMs } = this.#limits;
      const watch = () =>
        watchUsage(
          child.pid,
          { ...workLimits, memoryMb },
          { onTime: stop, onMemory: () => kill(outOfMemory()), waitedMs: () => this.#waitedMs },
        );
      const late = setTimeout(() => stop(timeMs), startMs + timeMs);
      let stopWatching = () => {
        clearTimeout(late);
        return 0;
      };
      let isOver = false;
      // The time of a file excludes the start of the process on a busy machine.
      void this.#started.then(() => {
        clearTimeout(late);
        if (!isOver) stopWatching = watch();
      });
      const onAbort = () => kill(signal?.reason);
      const onExit = (_code: number | null, ended: NodeJS.Signals | null) => {
        finish();
        reject(this.#explainExit(ended));
      };
      const onMessage = (answer: ParserAnswer) => {
        if ('ready' in answer) return;
        if ('picture' in answer) {
          void this.#readPicture(answer, over.signal);
          return;
        }
        finish();
        this.#jobs += 1;
        if ('result' in answer) resolve(answer.result);
        else {
          const { code, message, cause } = answer.failure;
          reject(new ParseFailure(code, message, { cause }));
        }
      };
      const onError = (cause: Error) => {
        kill(new ParseFailure('internal', 'The document could not be read.', { cause }));
      };
      const finish = () => {
        isOver = true;
        over.abort();
        this.#workedMs += stopWatching();
        signal?.removeEventListener('abort', onAbort);
        child.off('exit', onExit).off('message', onMessage).off('error', onError);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      child.once('exit', onExit).on('message', onMessage).once('error', onError);
      child.send(job, (error) => {
        if (error) onError(error);
      });
    });
  }

  async #readPicture({ picture, timeoutMs }: PictureRequest, signal: AbortSignal): Promise<void> {
    const { recogniser, isPatient } = this.#options;
    const leftMs = this.#limits.clockMs - this.#pictureMs;
    if (!recogniser || this.#pictureSince !== undefined || leftMs <= 0) return;
    this.#pictureSince = performance.now();
    const onWorked = (ms: number) => {
      this.#workedMs += ms;
    };
    const options = {
      limits: this.#limits,
      timeoutMs: Math.min(timeoutMs, leftMs),
      isPatient,
      signal,
      onWorked,
    };
    const text = await recogniser.recognise(picture, options).catch(() => undefined);
    this.#pictureMs = this.#waitedMs;
    this.#pictureSince = undefined;
    const answer: ReadPicture = { picture: text };
    if (!signal.aborted) this.#child.send(answer, () => {});
  }

  /** Wall-clock time for which the job has waited for its pictures. */
  get #waitedMs(): number {
    const now = performance.now();
    return this.#pictureMs + now - (this.#pictureSince ?? now);
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null && !this.#child.killed;
  }

  /** Resolves when the process has ended. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    this.#kill();
    await gone;
  }

  #leaveProcessorToOthers(): void {
    const { pid } = this.#child;
    if (pid !== undefined && this.isAlive) setPriority(pid, patientPriority);
  }

  #kill(): void {
    const { pid } = this.#child;
    this.#child.kill('SIGKILL');
    try {
      if (pid !== undefined) kill(-pid, 'SIGKILL');
    } catch {
      // The whole group has ended, or the system has no process groups.
    }
  }

  /**
   * Heap exhaustion aborts the process; the kernel kills a process that exhausts the machine's
   * memory.
   */
  #explainExit(signal: NodeJS.Signals | null): ParseFailure {
    const isHeap = /heap out of memory|Allocation failed/i.test(this.#errorOutput);
    if (isHeap || signal === 'SIGKILL') return outOfMemory();
    return new ParseFailure('internal', 'The document could not be read.', {
      cause: new Error(`The parser process ended (${signal ?? 'exit'}): ${this.#errorOutput}`),
    });
  }
}

function outOfMemory(): ParseFailure {
  return new ParseFailure('memory_limit', 'Reading the document took more memory than is allowed.');
}

/**
 * Puts a file where its parser can read it for the duration of the work: as a hard link, or as a
 * copy if the folder is on another disk.
 */
async function withSandboxFile<Result>(
  folder: string,
  path: string,
  work: (own: string) => Promise<Result>,
): Promise<Result> {
  const own = join(folder, 'file');
  try {
    await rm(own, { force: true });
    await link(path, own).catch(() => copyFile(path, own, constants.COPYFILE_FICLONE));
    return await work(own);
  } finally {
    await rm(own, { force: true }).catch(() => undefined);
  }
}
