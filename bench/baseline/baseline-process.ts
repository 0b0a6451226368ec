import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Runs a part of the suite alone in a child process, as a baseline. The process ends with its parent. */
export class BaselineProcess<Message> implements AsyncDisposable {
  readonly #child: ChildProcess;

  /** @param task The first message to the process. */
  constructor(file: string, task?: Serializable) {
    this.#child = fork(fileURLToPath(new URL(file, import.meta.url)), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    if (task !== undefined) this.#child.send(task);
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  send(message: Serializable): void {
    this.#child.send(message);
  }

  /**
   * Waits for the next message of the process.
   * @throws Error if the process ends instead.
   */
  async receive(): Promise<Message> {
    const over = new AbortController();
    const { signal } = over;
    const ended = once(this.#child, 'exit', { signal }).then(([code]) => {
      throw new Error(`the baseline process ended with ${code}`);
    });
    const received = once(this.#child, 'message', { signal });
    const [message] = await Promise.race([received, ended]).finally(() => {
      ended.catch(() => {});
      received.catch(() => {});
      over.abort();
    });
    return message as Message;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill();
    await ended;
  }
}
