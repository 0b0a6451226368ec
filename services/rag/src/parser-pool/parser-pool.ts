import type { ChunkingSettings } from '../chunking/chunk.ts';
import { ParseFailure } from '../parsing/parse-failure.ts';
import type { ParseLimits } from '../parsing/parse-limits.ts';
import type { ParsedDocument } from '../parsing/parsed-document.ts';
import type { FileRequest, ParserJob, ParserResult } from './parser-messages.ts';
import { ParserProcess } from './parser-process.ts';
import type { TextRecogniser } from './text-recogniser.ts';
import { residentMb } from './watch-usage.ts';

export interface ParserPoolOptions {
  /** Files that are parsed at the same time. */
  readonly size: number;
  readonly limits: ParseLimits;
  /** Reads pictures; without it they have no text. */
  readonly recogniser?: TextRecogniser | undefined;
  /** Rejects files whose pictures must be read, with `time_limit`. */
  readonly defersPictures?: boolean;
  /** Logs the death of processes; never document text. */
  readonly logger?: { warn(fields: object, message: string): void };
  /** Runs at low priority. */
  readonly isPatient?: boolean;
  /**
   * Called with the processor time worked for an owner; wall-clock time where it cannot be
   * measured.
   */
  readonly onWorked?: (owner: string, workedMs: number) => void;
}

export interface ParseOptions {
  /** Ends the parse at any point; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Owner of the file: of queued files, those of the owner with the fewest running come first. */
  readonly owner?: string | undefined;
  /**
   * Awaited once the file's turn has come, before it is parsed: fetches a file that is not there
   * yet.
   */
  readonly onTurn?: (() => Promise<void>) | undefined;
  /** Called with the processor time of the file, before the promise settles. */
  readonly onWorked?: ((workedMs: number) => void) | undefined;
}

/** An idle process ends: it holds some 100 MB. */
const idleMs = 60_000;

/** Parses files in child processes, so that no file can harm this process or another file. */
export interface ParserPool {
  /**
   * Parses a file.
   * @throws ParseFailure
   */
  parse(request: FileRequest, options?: ParseOptions): Promise<ParsedDocument>;
  /**
   * Parses a file and splits it into chunks in the same process.
   * @throws ParseFailure
   */
  parseAndChunk(
    request: FileRequest,
    options: ParseOptions & { readonly chunking: ChunkingSettings },
  ): Promise<ParserResult>;
  /** Ends all processes; running and queued parses fail with `internal`. */
  close(): Promise<void>;
}

/** A process is replaced after this many files, or when it stays this large. */
const filesPerProcess = 200;
const maxIdleShare = 0.25;
const maxIdleMb = 256;

/**
 * Processes start with the first files, one for each file that arrives while all others are busy.
 */
export function openParserPool(options: ParserPoolOptions): ParserPool {
  return new ChildProcessPool(options);
}

class ChildProcessPool implements ParserPool {
  readonly #options: ParserPoolOptions;
  readonly #idle: { process: ParserProcess; timer: NodeJS.Timeout }[] = [];
  readonly #waiting: { readonly owner: string; readonly resume: () => void }[] = [];
  readonly #runningByOwner = new Map<string, number>();
  readonly #closing = new AbortController();
  readonly #running = new Set<ParserProcess>();
  #taken = 0;

  constructor(options: ParserPoolOptions) {
    this.#options = options;
  }

  async parse(request: FileRequest, options: ParseOptions = {}): Promise<ParsedDocument> {
    const { document } = await this.#run(request, undefined, options);
    return document;
  }

  parseAndChunk(
    request: FileRequest,
    { chunking, ...options }: ParseOptions & { readonly chunking: ChunkingSettings },
  ): Promise<ParserResult> {
    return this.#run(request, chunking, options);
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
    request: FileRequest,
    chunking: ChunkingSettings | undefined,
    { signal: caller, owner = '', onTurn, onWorked }: ParseOptions,
  ): Promise<ParserResult> {
    const signal = AbortSignal.any([this.#closing.signal, ...(caller ? [caller] : [])]);
    await this.#waitForPlace(signal, owner);
    const process = this.#claimProcess();
    this.#running.add(process);
    const workedBefore = process.workedMs;
    try {
      const { limits, recogniser, defersPictures } = this.#options;
      const pictures = recogniser ? 'read' : defersPictures ? 'deferred' : 'skipped';
      const job: ParserJob = { request, pictures, limits, chunking };
      await onTurn?.();
      return await process.run(job, signal);
    } catch (error) {
      if (!process.isAlive) this.#options.logger?.warn({ err: error }, 'A parser process ended');
      throw error;
    } finally {
      this.#running.delete(process);
      this.#putBack(process);
      const workedMs = process.workedMs - workedBefore;
      onWorked?.(workedMs);
      this.#options.onWorked?.(owner, workedMs);
      this.#leavePlace(owner);
    }
  }

  /** Waits until fewer files than the pool's size are being parsed. */
  async #waitForPlace(signal: AbortSignal, owner: string): Promise<void> {
    signal.throwIfAborted();
    while (this.#taken >= this.#options.size) {
      await new Promise<void>((resolve, reject) => {
        const onAbort = () => {
          this.#waiting.splice(this.#waiting.indexOf(entry), 1);
          reject(signal.reason);
        };
        const resume = () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        };
        signal.addEventListener('abort', onAbort, { once: true });
        const entry = { owner, resume };
        this.#waiting.push(entry);
      });
    }
    this.#taken += 1;
    this.#runningByOwner.set(owner, (this.#runningByOwner.get(owner) ?? 0) + 1);
  }

  /**
   * Passes a free place to the owner with the fewest places, and of several to the one that waits
   * longest.
   */
  #leavePlace(owner: string): void {
    this.#taken -= 1;
    const left = (this.#runningByOwner.get(owner) ?? 1) - 1;
    if (left > 0) this.#runningByOwner.set(owner, left);
    else this.#runningByOwner.delete(owner);
    const placesOf = (entry: { readonly owner: string }) =>
      this.#runningByOwner.get(entry.owner) ?? 0;
    const fewest = Math.min(...this.#waiting.map(placesOf));
    const next = this.#waiting.findIndex((entry) => placesOf(entry) === fewest);
    if (next >= 0) this.#waiting.splice(next, 1)[0]?.resume();
  }

  #claimProcess(): ParserProcess {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (idle.process.isAlive) return idle.process;
    }
    return this.#startProcess();
  }

  #startProcess(): ParserProcess {
    const { limits, recogniser, isPatient = false } = this.#options;
    return new ParserProcess(limits, { isPatient, recogniser });
  }

  #putBack(process: ParserProcess): void {
    const { limits } = this.#options;
    const maxResidentMb = Math.max(maxIdleMb, limits.memoryMb * maxIdleShare);
    const isLarge = (residentMb(process.pid) ?? 0) > maxResidentMb;
    const isWorn = process.jobs >= filesPerProcess || isLarge;
    if (this.#closing.signal.aborted || isWorn || !process.isAlive) {
      void process.stop();
      if (!process.isAlive && !this.#closing.signal.aborted) this.#addIdle(this.#startProcess());
      return;
    }
    this.#addIdle(process);
  }

  #addIdle(process: ParserProcess): void {
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
