import { Worker } from 'node:worker_threads';
import { ModelError } from './model-error.ts';
import type { ModelFiles } from './model-files.ts';
import type { ModelTask, ModelToOpen, ThreadMessage } from './model-task.ts';

export interface ModelThreadsOptions {
  readonly files: ModelFiles;
  /** Threads, each with the model in its memory. */
  readonly threads: number;
  /** Longest time to open the model, and to run one text. 120,000 unless given. */
  readonly timeLimitMs?: number;
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
 * A model on threads of its own, so that the process goes on answering meanwhile. A thread that
 * fails or hangs is replaced with the next task. What is no longer wanted is not begun; what runs
 * already is only not waited for. Every rejection but the signal's is a {@link ModelError}.
 */
export class ModelThreads {
  readonly #options: Required<ModelThreadsOptions>;
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  readonly #queue: Waiting[] = [];
  #opening = 0;
  #isClosed = false;

  private constructor(options: ModelThreadsOptions) {
    this.#options = { timeLimitMs: 120_000, ...options };
  }

  /** Opens the first thread, so that a model that cannot be used is known at once. */
  static async open(options: ModelThreadsOptions): Promise<ModelThreads> {
    const threads = new ModelThreads(options);
    threads.#idle.push(await threads.#openThread());
    return threads;
  }

  /** The model's numbers for one task. */
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
   * All tasks in order, as many at a time as keep the threads busy: callers take turns, and the
   * queue stays short.
   */
  async runAll(tasks: readonly ModelTask[], options: RunOptions = {}): Promise<Float32Array[]> {
    const results: Float32Array[] = [];
    let next = 0;
    let hasFailed = false;
    const work = async () => {
      while (next < tasks.length && !hasFailed) {
        const place = next++;
        try {
          results[place] = await this.run(tasks[place] as ModelTask, options);
        } catch (error) {
          hasFailed = true;
          throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: this.#options.threads * 2 }, work));
    return results;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#queue.splice(0)) reject(this.#failure('it is closed'));
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #work(): void {
    while (this.#queue.length > 0 && this.#idle.length > 0) {
      this.#give(this.#idle.pop() as Worker, this.#queue.shift() as Waiting);
    }
    const { threads } = this.#options;
    if (this.#queue.length > this.#opening && this.#all.size < threads) void this.#addThread();
  }

  async #addThread(): Promise<void> {
    this.#opening += 1;
    try {
      this.#idle.push(await this.#openThread());
    } catch (error) {
      // Without any thread nobody would ever take these.
      if (this.#all.size === 0) for (const { reject } of this.#queue.splice(0)) reject(error);
    } finally {
      this.#opening -= 1;
      this.#work();
    }
  }

  async #openThread(): Promise<Worker> {
    const workerData: ModelToOpen = { files: this.#options.files };
    const worker = new Worker(new URL('./model-thread.ts', import.meta.url), { workerData });
    this.#all.add(worker);
    worker.unref();
    // Also while it has nothing to do: an error that nobody hears would end the process.
    worker.on('error', () => this.#drop(worker)).on('exit', () => this.#drop(worker));
    const message = await this.#hear(worker);
    if (message.kind === 'opened') return worker;
    throw this.#failure('it cannot be opened');
  }

  #give(worker: Worker, { task, resolve, reject }: Waiting): void {
    const answer = this.#hear(worker);
    worker.postMessage(task);
    answer
      .then((message) => {
        this.#idle.push(worker);
        if (message.kind === 'values') resolve(message.values);
        else reject(this.#failure('it failed on a text'));
      }, reject)
      .finally(() => this.#work());
  }

  /** The thread's next word. A thread that ends or says nothing in time is given up. */
  async #hear(worker: Worker): Promise<ThreadMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<ThreadMessage>();
    const fail = (reason: string) => {
      this.#drop(worker);
      void worker.terminate();
      reject(this.#failure(reason));
    };
    const onError = () => fail('its thread failed');
    const onExit = () => fail(this.#isClosed ? 'it is closed' : 'its thread ended');
    const timer = setTimeout(() => fail('it took too long'), this.#options.timeLimitMs);
    worker.once('message', resolve).once('error', onError).once('exit', onExit);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      worker.off('message', resolve).off('error', onError).off('exit', onExit);
    }
  }

  #drop(worker: Worker): void {
    this.#all.delete(worker);
    const place = this.#idle.indexOf(worker);
    if (place >= 0) this.#idle.splice(place, 1);
  }

  #failure(reason: string): ModelError {
    return new ModelError(`The model ${this.#options.files.name} cannot be used: ${reason}.`);
  }
}
