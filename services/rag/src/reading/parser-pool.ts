import type { ChunkingSettings } from '../chunking/chunk.ts';
import { ParseFailure } from '../parsing/parse-failure.ts';
import type { ParseRequest } from '../parsing/parse-file.ts';
import type { ParseLimits } from '../parsing/parse-limits.ts';
import type { ParsedDocument } from '../parsing/parsed-document.ts';
import type { TextRecognition } from '../parsing/recognition/find-tesseract.ts';
import type { ParserJob, ParserResult } from './parser-messages.ts';
import { ParserProcess } from './parser-process.ts';
import { residentMb } from './watch-memory.ts';

export interface ParserPoolOptions {
  /** Files that are parsed at the same time. */
  readonly size: number;
  readonly limits: ParseLimits;
  readonly recognition?: TextRecognition | undefined;
  /** Hears of processes that died; never of document text. */
  readonly logger?: { warn(fields: object, message: string): void };
  /** A process without work ends after this time, in milliseconds; default a minute. */
  readonly idleMs?: number;
}

export interface ParseOptions {
  /** Ends the parse, whatever it is doing; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Reads files in child processes, so that no file can harm this process or another file. */
export interface ParserPool {
  /** @throws ParseFailure */
  parse(request: ParseRequest, options?: ParseOptions): Promise<ParsedDocument>;
  /** Cuts the document into chunks in the same process. @throws ParseFailure */
  parseAndChunk(
    request: ParseRequest,
    options: ParseOptions & { readonly chunking: ChunkingSettings },
  ): Promise<ParserResult>;
  /** Ends all processes; parses that run or wait fail with `internal`. */
  close(): Promise<void>;
}

/** A process is replaced after this many files, or when it stays this large. */
const filesPerProcess = 200;
const largestIdleShare = 0.25;

/** Processes start with the first files, one for each that comes while all others are busy. */
export function openParserPool(options: ParserPoolOptions): ParserPool {
  return new ChildProcessPool(options);
}

class ChildProcessPool implements ParserPool {
  readonly #options: ParserPoolOptions;
  readonly #idle: { process: ParserProcess; timer: NodeJS.Timeout }[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #closing = new AbortController();
  readonly #running = new Set<ParserProcess>();
  #taken = 0;

  constructor(options: ParserPoolOptions) {
    this.#options = options;
  }

  async parse(request: ParseRequest, options: ParseOptions = {}): Promise<ParsedDocument> {
    const { document } = await this.#run(request, undefined, options.signal);
    return document;
  }

  parseAndChunk(
    request: ParseRequest,
    { chunking, signal }: ParseOptions & { readonly chunking: ChunkingSettings },
  ): Promise<ParserResult> {
    return this.#run(request, chunking, signal);
  }

  async close(): Promise<void> {
    this.#closing.abort(new ParseFailure('internal', 'The parser is shutting down.'));
    const idle = this.#idle.splice(0);
    for (const { timer } of idle) clearTimeout(timer);
    await Promise.all(
      [...idle.map(({ process }) => process), ...this.#running].map((process) => process.stop()),
    );
  }

  async #run(
    request: ParseRequest,
    chunking: ChunkingSettings | undefined,
    caller: AbortSignal | undefined,
  ): Promise<ParserResult> {
    const signal = AbortSignal.any([this.#closing.signal, ...(caller ? [caller] : [])]);
    await this.#takePlace(signal);
    const process = this.#takeProcess();
    this.#running.add(process);
    try {
      const { limits, recognition } = this.#options;
      const job: ParserJob = { request: { recognition, ...request }, limits, chunking };
      return await process.run(job, signal);
    } catch (error) {
      if (!process.isAlive) this.#options.logger?.warn({ err: error }, 'A parser process ended');
      throw error;
    } finally {
      this.#running.delete(process);
      this.#putBack(process);
      this.#taken -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Waits until fewer files than the pool's size are being parsed. */
  async #takePlace(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    while (this.#taken >= this.#options.size) {
      await new Promise<void>((resolve, reject) => {
        const onAbort = () => {
          this.#waiting.splice(this.#waiting.indexOf(resume), 1);
          reject(signal.reason);
        };
        const resume = () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        };
        signal.addEventListener('abort', onAbort, { once: true });
        this.#waiting.push(resume);
      });
    }
    this.#taken += 1;
  }

  #takeProcess(): ParserProcess {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (idle.process.isAlive) return idle.process;
    }
    return new ParserProcess(this.#options.limits);
  }

  #putBack(process: ParserProcess): void {
    const { limits, idleMs = 60_000 } = this.#options;
    const isLarge = (residentMb(process.pid) ?? 0) > limits.memoryMb * largestIdleShare;
    const isWorn = process.jobs >= filesPerProcess || isLarge;
    if (this.#closing.signal.aborted || isWorn || !process.isAlive) {
      void process.stop();
      return;
    }
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((idle) => idle.process === process),
        1,
      );
      void process.stop();
    }, idleMs);
    timer.unref();
    this.#idle.push({ process, timer });
  }
}
