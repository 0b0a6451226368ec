import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { type ProgramCall, ProgramError, toLimitedCall } from '../../programs/run-program.ts';
import { SourceError } from '../source-adapter.ts';

type ContentCall = Pick<ProgramCall, 'command' | 'env' | 'timeoutMs' | 'memoryKib'>;

const lineFeed = 10;
const maxErrorLength = 4_000;

/** Reads contents of a repository, one after the other, from one process of Git. */
export class GitContents {
  readonly #call: ContentCall;
  #process: BatchProcess | undefined;
  #turn: Promise<void> = Promise.resolve();

  /** @param call its time limit is that of one content */
  constructor(call: ContentCall) {
    this.#call = call;
  }

  /** Streams a content. @throws ProgramError; SourceError; the reason of the signal. */
  async *read(id: string, signal: AbortSignal): AsyncGenerator<Buffer> {
    const before = this.#turn;
    const { promise, resolve: endTurn } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    const until = AbortSignal.any([signal, AbortSignal.timeout(this.#call.timeoutMs)]);
    const end = () => this.close();
    until.addEventListener('abort', end);
    let isWhole = false;
    try {
      until.throwIfAborted();
      this.#process ??= new BatchProcess(this.#call);
      yield* this.#process.read(id);
      isWhole = true;
    } catch (error) {
      throw until.aborted ? until.reason : error;
    } finally {
      until.removeEventListener('abort', end);
      // The rest of the content would be taken for the next one.
      if (!isWhole) end();
      endTurn();
    }
  }

  close(): void {
    this.#process?.end();
    this.#process = undefined;
  }
}

class BatchProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #output: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  #errors = '';

  constructor({ env, ...call }: ContentCall) {
    const [command, args] = toLimitedCall({ ...call, args: ['cat-file', '--batch'] });
    this.#child = spawn(command, args, { env, cwd: '/' });
    this.#child.on('error', () => {});
    this.#child.stdin.on('error', () => {});
    this.#child.stderr.on('data', (part: Buffer) => {
      this.#errors = (this.#errors + part.toString()).slice(-maxErrorLength);
    });
    this.#output = this.#child.stdout[Symbol.asyncIterator]();
  }

  async *read(id: string): AsyncGenerator<Buffer> {
    this.#child.stdin.write(`${id}\n`);
    const [, size] = /^\w+ blob (\d+)$/.exec(await this.#readLine()) ?? [];
    if (size === undefined) {
      throw new SourceError('source_not_found', 'The file is not in the repository.');
    }
    for (let left = Number(size); left > 0; ) {
      const part = await this.#next();
      this.#rest = part.subarray(left);
      left -= Math.min(left, part.length);
      yield part.subarray(0, part.length - this.#rest.length);
    }
    await this.#readLine();
  }

  end(): void {
    this.#child.kill('SIGKILL');
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }

  async #readLine(): Promise<string> {
    let line = '';
    for (;;) {
      const part = await this.#next();
      const end = part.indexOf(lineFeed);
      if (end >= 0) this.#rest = part.subarray(end + 1);
      line += part.toString('latin1', 0, end >= 0 ? end : part.length);
      if (end >= 0) return line;
    }
  }

  /** Returns bytes that were not used yet, or the next ones. */
  async #next(): Promise<Buffer> {
    const rest = this.#rest;
    this.#rest = Buffer.alloc(0);
    if (rest.length > 0) return rest;
    const { value, done } = await this.#output.next();
    if (done) throw new ProgramError(this.#errors);
    return value;
  }
}
