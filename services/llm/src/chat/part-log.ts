import type { StreamPart } from '@lectern/contracts';
import type { Logger } from '@lectern/service';
import type { PlacedPart, TurnParts } from '../turns/turn-parts.ts';

export interface PartLogOptions {
  readonly parts: TurnParts;
  readonly turnId: string;
  /** Position of the first part. */
  readonly from: number;
  /** Stored parts; `from` is the position of the first. */
  readonly earlier: readonly PlacedPart[];
  readonly logger: Logger;
}

const flushDelayMs = 100;

/**
 * Parts of a turn that runs in this process. Readers here get them from memory; batches are stored
 * for other replicas.
 */
export class PartLog {
  readonly #options: PartLogOptions;
  readonly #parts: PlacedPart[] = [];
  readonly #readers = new Set<() => void>();
  /** Number of parts that readers may see. */
  #shown = 0;
  #stored = 0;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: PartLogOptions) {
    this.#options = options;
    this.#parts.push(...options.earlier);
    this.#stored = options.earlier.length;
    this.#shown = options.earlier.length;
  }

  /** Number of texts that were begun. */
  get texts(): number {
    return this.#parts.filter(({ part }) => part.type === 'text-start').length;
  }

  append(part: StreamPart): void {
    this.#push(part);
    this.#show();
    this.#timer ??= setTimeout(() => void this.#store(), flushDelayMs);
  }

  /**
   * Yields the parts after a position, then new ones, until the log is closed or the reader is
   * gone.
   */
  async *read(after: number, signal: AbortSignal): AsyncGenerator<PlacedPart> {
    let next = Math.max(0, after + 1 - this.#options.from);
    while (!signal.aborted) {
      const placed = this.#parts[next];
      if (placed && next < this.#shown) {
        next += 1;
        yield placed;
      } else if (this.#closed) return;
      else await this.#nextPart(signal);
    }
  }

  /** Stores the last parts. Readers see them when the log is closed. */
  async seal(lastParts: readonly StreamPart[]): Promise<void> {
    for (const part of lastParts) this.#push(part);
    await this.#store();
  }

  /** Closes the log. Readers get the rest of the parts. */
  close(): void {
    this.#closed = true;
    this.#show();
  }

  #push(part: StreamPart): void {
    this.#parts.push({ position: this.#options.from + this.#parts.length, part });
  }

  #show(): void {
    this.#shown = this.#parts.length;
    for (const wake of this.#readers) wake();
  }

  #nextPart(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#readers.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#readers.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  /** Writes one batch after another. Parts that could not be stored go into the next batch. */
  #store(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { parts, turnId, from, logger } = this.#options;
    this.#writing = this.#writing.then(async () => {
      const batch = this.#parts.slice(this.#stored).map(({ part }) => part);
      try {
        await parts.append(turnId, from + this.#stored, batch);
        this.#stored += batch.length;
      } catch (error) {
        logger.warn({ err: error, turn_id: turnId }, 'stream parts could not be stored');
      }
    });
    return this.#writing;
  }
}
