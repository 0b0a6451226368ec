import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../faults/random.ts';
import type { Api } from '../suite/api.ts';
import { markOf } from './marked-documents.ts';

export interface Searches {
  readonly answered: number;
  /** Told to wait: 503 or 504. */
  readonly refused: number;
  /** One entry per wrong answer. */
  readonly wrong: readonly string[];
  /** Longest time, in milliseconds, between two answers. */
  readonly maxGapMs: number;
}

const pauseMs = 50;

/** Searches without end for documents that are ready, and judges each answer. */
export class SearchWatch implements AsyncDisposable {
  readonly #api: Api;
  readonly #random: Random;
  /** Ids of ready documents by their number. */
  readonly #ready = new Map<number, string>();
  readonly #stopped = new AbortController();
  readonly #running: Promise<void>;
  #answered = 0;
  #refused = 0;
  #wrong: string[] = [];
  #maxGapMs = 0;
  #lastAnswerAt = performance.now();

  constructor(api: Api, random: Random) {
    this.#api = api;
    this.#random = random;
    this.#running = this.#run();
  }

  /** From now on a search for it must find it. */
  expect(number: number, documentId: string): void {
    this.#ready.set(number, documentId);
  }

  /** Returns the results since the last call. */
  take(): Searches {
    const taken = {
      answered: this.#answered,
      refused: this.#refused,
      wrong: this.#wrong,
      maxGapMs: Math.round(Math.max(this.#maxGapMs, performance.now() - this.#lastAnswerAt)),
    };
    this.#answered = 0;
    this.#refused = 0;
    this.#wrong = [];
    this.#maxGapMs = 0;
    this.#lastAnswerAt = performance.now();
    return taken;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const known = [...this.#ready];
      const [number, id] = known[Math.floor(this.#random() * known.length)] ?? [];
      if (number !== undefined && id !== undefined) await this.#search(number, id);
      await delay(pauseMs);
    }
  }

  async #search(number: number, id: string): Promise<void> {
    const query = markOf(number);
    try {
      const { status, body } = await this.#api.request('POST', '/api/search', { json: { query } });
      if (status === 503 || status === 504) {
        this.#refused += 1;
        return;
      }
      this.#answered += 1;
      this.#maxGapMs = Math.max(this.#maxGapMs, performance.now() - this.#lastAnswerAt);
      this.#lastAnswerAt = performance.now();
      const found: { document_id: string }[] = status === 200 ? body.chunks : [];
      if (found.some((chunk) => chunk.document_id === id)) return;
      this.#wrong.push(`${query} was answered ${status} without its document`);
    } catch (error) {
      this.#wrong.push(`${query}: ${(error as Error).message}`);
    }
  }
}
