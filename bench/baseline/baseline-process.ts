import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A part of the suite alone in a process of its own, to compare with. It ends with its parent. */
export class BaselineProcess<Message> implements AsyncDisposable {
  readonly #child: ChildProcess;

  /** `task` is the first message that it gets. */
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
   * What it says next.
   * @throws Error when it ends instead.
   */
  async receive(): Promise<Message> {
    const over = new AbortController();
    const { signal } = over;
    const ended = once(this.#child, 'exit', { signal }).then(([code]) => {
      throw new Error(`the bare process ended with ${code}`);
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
