import { AsyncLocalStorage } from 'node:async_hooks';
import { OutsideServerError } from './outside-servers.ts';

/** Limits of all answers of one operation together. */
export interface AnswerLimits {
  readonly maxBytes: number;
  /** Maximum nesting of objects and lists. */
  readonly maxDepth: number;
  /** Maximum members and items in total. */
  readonly maxValues: number;
  /** Bytes that a stream may send per second beyond `maxBytes`. Default 0. */
  readonly bytesPerSecond?: number;
}

/** Maximum sizes of all answers in hand. */
export interface AnswerBudgetOptions {
  readonly maxSize: number;
  readonly maxSizeOfOrganisation: number;
}

/** Memory of one parsed value beside its text. */
const bytesOfValue = 64;
/** Size above which reading an answer takes noticeable processor time, some 20 ms. */
const largeSize = 1024 * 1024;

/**
 * Limits the size of all answers that a process reads or uses at the same time. An organisation
 * gets at most half of what the others leave free, so that none takes the last byte.
 */
export class AnswerBudget {
  readonly #options: AnswerBudgetOptions;
  readonly #sizes = new Map<string, number>();
  #size = 0;

  constructor(options: AnswerBudgetOptions) {
    this.#options = options;
  }

  /** Returns the reading of one operation. Its end frees what its answers hold. */
  open(organisationId: string, limits: AnswerLimits): AnswerReading {
    return new AnswerReading(limits, (size) => this.#hold(organisationId, size));
  }

  /** @throws OutsideServerError `busy` if the size does not fit. */
  #hold(organisationId: string, size: number): void {
    const { maxSize, maxSizeOfOrganisation } = this.#options;
    const own = this.#sizes.get(organisationId) ?? 0;
    const leftByOthers = maxSize - (this.#size - own);
    if (size > 0 && own + size > Math.min(maxSizeOfOrganisation, leftByOthers / 2)) {
      throw new OutsideServerError('busy');
    }
    this.#size += size;
    if (own + size > 0) this.#sizes.set(organisationId, own + size);
    else this.#sizes.delete(organisationId);
  }
}

/** The answers of one operation. It ends with the first excess. */
export class AnswerReading {
  readonly limits: AnswerLimits;
  readonly #hold: (size: number) => void;
  readonly #over = new AbortController();
  #bytes = 0;
  #values = 0;
  #held = 0;
  #total = 0;
  #addedAt = performance.now();

  /** @param hold Takes a size from a budget, or returns a negative one; may throw. */
  constructor(limits: AnswerLimits, hold: (size: number) => void = () => undefined) {
    this.limits = limits;
    this.#hold = hold;
  }

  /** Aborted at the end, with the failure if there was one. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** True if others would notice that the answers are read. */
  get isLarge(): boolean {
    return this.#total > largeSize;
  }

  /** @throws OutsideServerError `too_large` or `busy`; the reason of the end. */
  add(bytes: number, values = 0): void {
    this.signal.throwIfAborted();
    this.#forgive();
    this.#bytes += bytes;
    this.#values += values;
    const size = bytes + values * bytesOfValue;
    this.#total += size;
    try {
      const { maxBytes, maxValues } = this.limits;
      if (this.#bytes > maxBytes || this.#values > maxValues) {
        throw new OutsideServerError('too_large');
      }
      this.#hold(size);
      this.#held += size;
    } catch (error) {
      throw this.fail(error);
    }
  }

  /** Ends with a failure and returns it. */
  fail(error: unknown): unknown {
    this.#over.abort(error);
    return error;
  }

  end(): void {
    this.#over.abort();
    this.#hold(-this.#held);
    this.#held = 0;
  }

  /** Lowers the counts of a long stream by what its rate allows. */
  #forgive(): void {
    const { bytesPerSecond = 0 } = this.limits;
    if (bytesPerSecond === 0) return;
    const now = performance.now();
    const allowed = ((now - this.#addedAt) / 1_000) * bytesPerSecond;
    this.#addedAt = now;
    this.#bytes = Math.max(0, this.#bytes - allowed);
    this.#values = Math.max(0, this.#values - allowed / bytesOfValue);
  }
}

/** The answers of the operation whose work is running. */
export const currentReading = new AsyncLocalStorage<AnswerReading>();
