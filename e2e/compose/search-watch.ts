import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from '../suite/api.ts';

export interface SearchScore {
  readonly found: number;
  /** Asked to wait (503), given up at the deadline (504), or without a connection. */
  readonly refused: number;
  /** From the first refusal to the last. */
  readonly refusedForMs: number;
  /** Answers of success that do not hold what is known to be there. */
  readonly wrong: readonly string[];
}

const pauseMs = 50;
const timeoutMs = 15_000;

/** Searches all the time for one document that is there, and looks at each answer. */
export class SearchWatch {
  readonly #api: Api;
  readonly #query: string;
  readonly #documentId: string;
  readonly #done: Promise<void>;
  readonly #refusedAt: number[] = [];
  readonly #wrong: string[] = [];
  #found = 0;
  #isOver = false;

  constructor(api: Api, query: string, documentId: string) {
    this.#api = api;
    this.#query = query;
    this.#documentId = documentId;
    this.#done = this.#watch();
  }

  async stop(): Promise<SearchScore> {
    this.#isOver = true;
    await this.#done;
    const [first = 0] = this.#refusedAt;
    return {
      found: this.#found,
      refused: this.#refusedAt.length,
      refusedForMs: (this.#refusedAt.at(-1) ?? first) - first,
      wrong: this.#wrong,
    };
  }

  /** Ends it also where a check failed in between: otherwise the run would never end. */
  [Symbol.dispose](): void {
    this.#isOver = true;
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      await this.#look();
      await delay(pauseMs);
    }
  }

  async #look(): Promise<void> {
    const json = { query: this.#query };
    const answer = await this.#api
      .request('POST', '/api/search', { json, timeoutMs })
      .catch(() => undefined);
    if (answer === undefined || [503, 504].includes(answer.status)) {
      this.#refusedAt.push(performance.now());
      return;
    }
    const found = answer.body.chunks?.[0]?.document_id;
    if (answer.status === 200 && found === this.#documentId) this.#found += 1;
    else this.#wrong.push(`a search was answered ${answer.status} with ${found ?? 'nothing'}`);
  }
}
