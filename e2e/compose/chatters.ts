import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChatResponse } from '@lectern/contracts';
import type { Api } from '../suite/api.ts';
import { readEvents } from '../suite/read-events.ts';
import type { Compose } from './compose.ts';

export interface ChatScore {
  readonly turns: number;
  /** Times that a message was sent once more, since its answer had not come. */
  readonly repeats: number;
  /** Answers that said that nothing can be searched right now. */
  readonly apologies: number;
  readonly slowestMs: number;
}

interface Said {
  readonly messageId: string;
  readonly ms: number;
  readonly repeats: number;
}

const peopleCount = 3;
const pauseMs = 200;
const retryMs = 500;
const tryMs = 30_000;
const patienceMs = 180_000;

/**
 * People who chat all the time, each answer streamed. Whoever gets none says the same message again,
 * as a page does after a lost connection, until there is an answer.
 */
export class Chatters {
  readonly #api: Api;
  readonly #body: object;
  readonly #said: Said[] = [];
  readonly #lost: string[] = [];
  #apologies = 0;
  readonly #people: Promise<void>[];
  #isOver = false;
  #isGivenUp = false;

  constructor(api: Api, body: object) {
    this.#api = api;
    this.#body = body;
    this.#people = Array.from({ length: peopleCount }, () => this.#chat());
  }

  /** Lets everybody come to the end of a turn. */
  async stop(): Promise<ChatScore> {
    this.#isOver = true;
    await Promise.all(this.#people);
    return {
      turns: this.#said.length,
      repeats: this.#said.reduce((sum, { repeats }) => sum + repeats, 0),
      apologies: this.#apologies,
      slowestMs: Math.max(0, ...this.#said.map(({ ms }) => ms)),
    };
  }

  /** Ends it also where a check failed in between: otherwise the run would never end. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#isGivenUp = true;
  }

  /** Messages without an answer, and turns that are not there exactly once, done. */
  async findLost(compose: Compose): Promise<string[]> {
    const rows = await compose.query(
      `select client_message_id, string_agg(status, ' ') from llm.turns group by 1`,
    );
    const stored = new Map(rows.map((row) => row.split('|') as [string, string]));
    const wrong = this.#said
      .map(({ messageId }) => ({ messageId, status: stored.get(messageId) ?? 'gone' }))
      .filter(({ status }) => status !== 'done');
    return [...this.#lost, ...wrong.map(({ messageId, status }) => `${messageId} is ${status}`)];
  }

  async #chat(): Promise<void> {
    while (!this.#isOver) {
      await this.#say(randomUUID());
      await delay(pauseMs);
    }
  }

  async #say(messageId: string): Promise<void> {
    const startedAt = performance.now();
    let last = '';
    for (let repeats = 0; performance.now() - startedAt < patienceMs; repeats += 1) {
      if (this.#isGivenUp) return;
      try {
        await this.#ask(messageId);
        this.#said.push({ messageId, repeats, ms: performance.now() - startedAt });
        return;
      } catch (error) {
        last = (error as Error).message;
      }
      await delay(retryMs);
    }
    this.#lost.push(`no answer to ${messageId}: ${last}`);
  }

  /**
   * Reads a streamed answer to its end.
   * @throws Error when it breaks off.
   */
  async #ask(messageId: string): Promise<void> {
    const response = await this.#api.open('POST', '/api/chat/mcp', {
      headers: { accept: 'text/event-stream' },
      json: { ...this.#body, message_id: messageId },
      timeoutMs: tryMs,
    });
    if (response.status !== 200) throw new Error(`answered ${response.status}`);
    for await (const { data } of readEvents(response)) {
      if (data.type === 'error') throw new Error(data.errorText);
      if (data.type !== 'data-citations') continue;
      const { citations, warnings } = data.data as ChatResponse;
      if (citations.length > 0) return;
      if (warnings.some(({ code }) => code === 'retrieval_unavailable')) this.#apologies += 1;
      else this.#lost.push(`${messageId} is answered without a citation or a reason`);
      return;
    }
    throw new Error('the stream broke off');
  }
}
