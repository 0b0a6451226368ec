import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { ModelProblem } from '@lectern/contracts';
import axios, { type AxiosInstance } from 'axios';
import { z } from 'zod';
import { describeHttpFailure } from '../describe-http-failure.ts';
import { type RankedText, type RerankForm, rerankForms } from './rerank-forms.ts';
import type { Reranker, RerankOptions } from './reranker.ts';
import { RerankerUnavailableError } from './reranker-error.ts';

export interface HttpRerankerOptions {
  readonly form: RerankForm;
  /** Base address with its version, such as `https://api.cohere.com/v2`; `/rerank` is appended. */
  readonly baseUrl: string;
  /** Not needed for a server with one model. */
  readonly model?: string;
  readonly apiKey?: string;
  /** Maximum texts of a request; requests run one after the other. 32 unless given. */
  readonly batchSize?: number;
  /** Timeout of one request in milliseconds. 5,000 unless given. */
  readonly requestTimeoutMs?: number;
}

const maxAnswerBytes = 4 * 1024 * 1024;

/**
 * Creates a reranker over a server with one of the usual APIs. Nothing is retried: a waiting search
 * uses the order of the fusion instead.
 */
export function createHttpReranker(options: HttpRerankerOptions): Reranker {
  return new HttpReranker(options);
}

class HttpReranker implements Reranker {
  readonly id: string;
  readonly #options: HttpRerankerOptions;
  readonly #agents = {
    httpAgent: new HttpAgent({ keepAlive: true }),
    httpsAgent: new HttpsAgent({ keepAlive: true }),
  };
  readonly #http: AxiosInstance;
  readonly #closed = new AbortController();

  constructor(options: HttpRerankerOptions) {
    const { form, model, apiKey, baseUrl, requestTimeoutMs = 5_000 } = options;
    this.id = `${form}:${model ?? 'default'}`;
    this.#options = options;
    this.#http = axios.create({
      baseURL: baseUrl,
      timeout: requestTimeoutMs,
      maxRedirects: 0,
      maxContentLength: maxAnswerBytes,
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      ...this.#agents,
    });
  }

  async rerank(
    query: string,
    texts: readonly string[],
    { signal }: RerankOptions = {},
  ): Promise<number[]> {
    signal?.throwIfAborted();
    if (this.#closed.signal.aborted) throw this.#unavailable('it is closed');
    const { batchSize = 32 } = this.#options;
    const scores: number[] = [];
    for (let from = 0; from < texts.length; from += batchSize) {
      scores.push(...(await this.#scoreBatch(query, texts.slice(from, from + batchSize), signal)));
    }
    return toShares(scores);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#agents.httpAgent.destroy();
    this.#agents.httpsAgent.destroy();
  }

  async #scoreBatch(
    query: string,
    texts: readonly string[],
    callerSignal: AbortSignal | undefined,
  ): Promise<number[]> {
    const { model, form: name } = this.#options;
    const form = rerankForms[name];
    const signals = [this.#closed.signal, ...(callerSignal ? [callerSignal] : [])];
    try {
      const { data } = await this.#http.post('/rerank', form.toBody({ model, query, texts }), {
        signal: AbortSignal.any(signals),
      });
      return this.#placeScores(form.readAnswer(data), texts.length);
    } catch (error) {
      if (callerSignal?.aborted) throw callerSignal.reason;
      if (error instanceof RerankerUnavailableError) throw error;
      if (error instanceof z.ZodError) throw this.#unavailable('its answer has another form');
      const { reason, problem } = describeHttpFailure(error);
      throw this.#unavailable(reason, problem);
    }
  }

  #placeScores(ranked: readonly RankedText[], count: number): number[] {
    const byPlace = new Map(ranked.map(({ index, score }) => [index, score]));
    return Array.from({ length: count }, (_, place) => {
      const score = byPlace.get(place);
      if (score === undefined) throw this.#unavailable('it left out a text');
      return score;
    });
  }

  #unavailable(reason: string, problem?: ModelProblem): RerankerUnavailableError {
    const message = `The reranker ${this.id} cannot be used: ${reason}.`;
    return new RerankerUnavailableError(message, problem && { problem });
  }
}

/** Some models answer with logits: the logistic function converts them and keeps their order. */
function toShares(scores: readonly number[]): number[] {
  const areShares = scores.every((score) => score >= 0 && score <= 1);
  return areShares ? [...scores] : scores.map((score) => 1 / (1 + Math.exp(-score)));
}
