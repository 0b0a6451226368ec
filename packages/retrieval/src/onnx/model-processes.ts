import { type ChildProcess, fork } from 'node:child_process';
import { ModelError } from '../model-error.ts';
import type { ModelFiles } from './model-files.ts';
import type { ModelOrder, ModelTask, ModelWord } from './model-task.ts';
import { WorkAhead } from './work-ahead.ts';

const entry = new URL('./model-process.ts', import.meta.url);
/** Maximum time to open the model, and to run one text. */
const timeLimitMs = 120_000;

export interface ModelProcessesOptions {
  readonly files: ModelFiles;
  /** Number of processes, each with the model in its memory. */
  readonly processes: number;
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  readonly task: ModelTask;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (values: Float32Array) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs a model in processes of its own, so that this process continues to answer, and a crash of
 * the graph's native code ends only its own process. A process that fails or hangs is replaced with
 * the next task. An aborted task is not started; one that runs already is only no longer awaited.
 * Every rejection except the signal's is a {@link ModelError}.
 */
export class ModelProcesses {
  readonly #options: ModelProcessesOptions;
  readonly #idle: ChildProcess[] = [];
  readonly #all = new Set<ChildProcess>();
  readonly #queue: Waiting[] = [];
  readonly #ahead = new WorkAhead();
  #opening = 0;
  #isClosed = false;

  private constructor(options: ModelProcessesOptions) {
    this.#options = options;
  }

  /** Starts the first process, so that an unusable model is detected at once. */
  static async open(options: ModelProcessesOptions): Promise<ModelProcesses> {
    const processes = new ModelProcesses(options);
    processes.#idle.push(await processes.#start());
    return processes;
  }

  /** Returns the model's output for one task. */
  async run(task: ModelTask, { signal }: RunOptions = {}): Promise<Float32Array> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw this.#failure('it is closed');
    const { promise, resolve, reject } = Promise.withResolvers<Float32Array>();
    const waiting: Waiting = { task, signal, resolve, reject };
    const giveUp = () => {
      const place = this.#queue.indexOf(waiting);
      if (place >= 0) this.#queue.splice(place, 1);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#queue.push(waiting);
    this.#work();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  /**
   * Runs all tasks and returns their results in order, as many at a time as keep the processes
   * busy: callers alternate, and the queue stays short.
   */
  async runAll(tasks: readonly ModelTask[], { signal }: RunOptions = {}): Promise<Float32Array[]> {
    const { processes } = this.#options;
    const work = this.#ahead.begin(tasks);
    const results: Float32Array[] = [];
    let next = 0;
    let hasFailed = false;
    const runTasks = async () => {
      while (next < tasks.length && !hasFailed) {
        const place = next++;
        const task = tasks[place] as ModelTask;
        try {
          results[place] = await this.run(task, { signal });
          work.done(task);
        } catch (error) {
          hasFailed = true;
          throw error;
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: processes * 2 }, runTasks));
      return results;
    } finally {
      work.end();
    }
  }

  /**
   * Returns how many of the tasks, from the first, would be done in this time at the recent pace.
   */
  countFitting(tasks: readonly ModelTask[], timeoutMs: number): number {
    return this.#ahead.countFitting(tasks, timeoutMs, this.#options.processes);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#queue.splice(0)) reject(this.#failure('it is closed'));
    const all = [...this.#all];
    await Promise.all(
      all.map((child) => {
        // Otherwise a program without other work would end before this has.
        child.ref();
        return new Promise((gone) => child.once('exit', gone).kill('SIGKILL'));
      }),
    );
  }

  #work(): void {
    while (this.#queue.length > 0 && this.#idle.length > 0) {
      this.#give(this.#idle.pop() as ChildProcess, this.#queue.shift() as Waiting);
    }
    const { processes } = this.#options;
    if (this.#queue.length > this.#opening && this.#all.size < processes) void this.#addProcess();
  }

  async #addProcess(): Promise<void> {
    this.#opening += 1;
    try {
      this.#idle.push(await this.#start());
    } catch (error) {
      // Without any process nothing would ever run these.
      if (this.#all.size === 0) for (const { reject } of this.#queue.splice(0)) reject(error);
    } finally {
      this.#opening -= 1;
      this.#work();
    }
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(entry, {
      env: {},
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#all.add(child);
    child.unref();
    // Also while it is idle: an unhandled error would end this process.
    child.on('error', () => this.#drop(child)).on('exit', () => this.#drop(child));
    const opened = this.#receive(child);
    const order: ModelOrder = { files: this.#options.files };
    child.send(order);
    if ((await opened).kind === 'opened') return child;
    throw this.#failure('it cannot be opened');
  }

  #give(child: ChildProcess, { task, resolve, reject }: Waiting): void {
    const answer = this.#receive(child);
    const began = performance.now();
    child.send(task);
    answer
      .then((message) => {
        this.#idle.push(child);
        this.#ahead.note(task, performance.now() - began);
        if (message.kind === 'values') resolve(message.values);
        else reject(this.#failure('it failed on a text'));
      }, reject)
      .finally(() => this.#work());
  }

  /**
   * Waits for the process's next message. A process that ends or does not answer in time is
   * abandoned.
   */
  async #receive(child: ChildProcess): Promise<ModelWord> {
    const { promise, resolve, reject } = Promise.withResolvers<ModelWord>();
    const fail = (reason: string) => {
      this.#drop(child);
      child.kill('SIGKILL');
      reject(this.#failure(reason));
    };
    const onError = () => fail('its process failed');
    const onExit = () => fail(this.#isClosed ? 'it is closed' : 'its process ended');
    const timer = setTimeout(() => fail('it took too long'), timeLimitMs);
    child.channel?.ref();
    child.once('message', resolve).once('error', onError).once('exit', onExit);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      child.channel?.unref();
      child.off('message', resolve).off('error', onError).off('exit', onExit);
    }
  }

  #drop(child: ChildProcess): void {
    this.#all.delete(child);
    const place = this.#idle.indexOf(child);
    if (place >= 0) this.#idle.splice(place, 1);
  }

  #failure(reason: string): ModelError {
    return new ModelError(`The model ${this.#options.files.name} cannot be used: ${reason}.`);
  }
}
