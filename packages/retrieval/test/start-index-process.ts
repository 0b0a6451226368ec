import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { HybridIndex } from '../src/index/hybrid-index.ts';
import type { LanceIndexOptions } from '../src/index/lance/lance-options.ts';
import type { RemoteReader } from '../src/index/suite/site-under-test.ts';
import type { WeaviateIndexOptions } from '../src/index/weaviate/weaviate-options.ts';

export type AnyIndexOptions = LanceIndexOptions | WeaviateIndexOptions;

type RemoteMethod = Exclude<keyof HybridIndex, 'listChunks'>;

export class IndexProcess {
  readonly #child: ChildProcess;
  readonly #calls = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  #lastId = 0;

  constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', ({ id, result, error }: { id: number; result: never; error?: string }) => {
      const call = this.#calls.get(id);
      this.#calls.delete(id);
      if (error === undefined) call?.resolve(result);
      else call?.reject(new Error(error));
    });
  }

  call<Method extends RemoteMethod>(
    method: Method,
    ...args: Parameters<HybridIndex[Method]>
  ): Promise<Awaited<ReturnType<HybridIndex[Method]>>> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#child.send({ id, method, args });
    });
  }

  asReader(): RemoteReader {
    return {
      searchKeyword: (...args) => this.call('searchKeyword', ...args),
      searchDense: (...args) => this.call('searchDense', ...args),
      countChunks: (...args) => this.call('countChunks', ...args),
    };
  }

  /** Ends the process at once, as a crash would. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }
}

/** Starts a process that opens the index; rejects with its error when it cannot be opened. */
export async function startIndexProcess(options: AnyIndexOptions): Promise<IndexProcess> {
  const file = fileURLToPath(new URL('./index-process.ts', import.meta.url));
  const child = fork(file, [JSON.stringify(options)], {
    serialization: 'advanced',
    execArgv: [],
  });
  const [message] = await once(child, 'message');
  if (message.openError !== undefined) throw new Error(message.openError);
  return new IndexProcess(child);
}
