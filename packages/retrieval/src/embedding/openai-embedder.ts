import { createHash } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { ModelProblem } from '@lectern/contracts';
import { type RetryOptions, retry } from '@lectern/contracts/retry';
import axios, { type AxiosInstance } from 'axios';
import { BatchPace } from './batch-pace.ts';
import type { Embedder, EmbedOptions } from './embedder.ts';
import { EmbeddingUnavailableError } from './embedding-error.ts';
import {
  type EmbeddingsRequest,
  EmbeddingsRequestError,
  requestEmbeddings,
} from './openai-embeddings-api.ts';

export interface OpenAiEmbedderOptions {
  /** Base address with its version, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Length that the model's vectors must have. */
  readonly dimensions: number;
  readonly apiKey?: string;
  /** ISO 639 codes of the languages that the model knows; absent: every language. */
  readonly languages?: readonly string[] | undefined;
  /**
   * Maximum texts of a request. 64 unless given; the first requests have fewer, and those to a slow
   * model.
   */
  readonly batchSize?: number;
  /** Timeout of one request in milliseconds. 20,000 unless given. */
  readonly requestTimeoutMs?: number;
  /** Deadline of a batch with its retries, in milliseconds. Three request timeouts unless given. */
  readonly deadlineMs?: number;
  /** Put before each query and each passage, as some models were trained. Empty unless given. */
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
  /** Maximum requests for a batch, the first one included. 4 unless given. */
  readonly maxAttempts?: number;
  /** Waits between attempts; a timer unless given. */
  readonly wait?: RetryOptions['wait'];
}

const firstBackoffMs = 500;
const defaultRequestTimeoutMs = 20_000;
const maxAnswerBytes = 64 * 1024 * 1024;
/** Models that support shorter vectors; others reject the parameter. */
const shortensVectors = /^text-embedding-3-/;

/**
 * Creates an embedder over any API compatible with OpenAI's `POST /embeddings`. Statuses 408, 425,
 * 429, 5xx and network errors are retried, after `Retry-After` where the server sends it.
 */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  return new OpenAiEmbedder(options);
}

/** As in the request that adds a model. */
const maxDimensions = 8_192;

/**
 * Returns the length of a server's vectors, which one request finds.
 * @throws EmbeddingUnavailableError
 */
export function measureDimensions(
  options: Omit<OpenAiEmbedderOptions, 'dimensions'>,
  signal: AbortSignal,
): Promise<number> {
  return OpenAiEmbedder.measureDimensions(options, signal);
}

class OpenAiEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly denseWeight = 0.5;
  readonly languages: readonly string[] | undefined;
  readonly #options: Required<Omit<OpenAiEmbedderOptions, 'apiKey' | 'wait' | 'languages'>> &
    Pick<RetryOptions, 'wait'>;
  readonly #agents = {
    httpAgent: new HttpAgent({ keepAlive: true }),
    httpsAgent: new HttpsAgent({ keepAlive: true }),
  };
  readonly #http: AxiosInstance;
  readonly #closed = new AbortController();
  readonly #pace: BatchPace;
  /** True after a call of which all attempts failed. */
  #isUnavailable = false;

  constructor({ apiKey, ...options }: OpenAiEmbedderOptions) {
    this.#options = {
      batchSize: 64,
      requestTimeoutMs: defaultRequestTimeoutMs,
      deadlineMs: 3 * (options.requestTimeoutMs ?? defaultRequestTimeoutMs),
      queryPrefix: '',
      passagePrefix: '',
      maxAttempts: 4,
      ...options,
    };
    const { batchSize: maxTexts, requestTimeoutMs: maxWaitMs } = this.#options;
    this.#pace = new BatchPace({ maxTexts, maxWaitMs });
    this.id = createId(this.#options);
    this.dimensions = options.dimensions;
    this.languages = options.languages;
    this.#http = axios.create({
      baseURL: options.baseUrl,
      timeout: this.#options.requestTimeoutMs,
      maxRedirects: 0,
      maxContentLength: maxAnswerBytes,
      validateStatus: () => true,
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      ...this.#agents,
    });
  }

  static async measureDimensions(
    options: Omit<OpenAiEmbedderOptions, 'dimensions'>,
    callerSignal: AbortSignal,
  ): Promise<number> {
    const embedder = new OpenAiEmbedder({ ...options, dimensions: 0 });
    try {
      const answers = await embedder.#embedBatch(['a'], { maxAttempts: 1, callerSignal });
      const dimensions = answers?.[0]?.length ?? 0;
      if (dimensions === 0 || dimensions > maxDimensions) {
        throw embedder.#unavailable(
          `its vectors have ${dimensions} dimensions, at most ${maxDimensions} are possible`,
        );
      }
      return dimensions;
    } finally {
      await embedder.close();
    }
  }

  embedDocuments(texts: readonly string[], options: EmbedOptions = {}): Promise<Float32Array[]> {
    const { passagePrefix: prefix, maxAttempts } = this.#options;
    return this.#embed(texts, { prefix, maxAttempts }, options);
  }

  async embedQuery(text: string, options: EmbedOptions = {}): Promise<Float32Array> {
    const { queryPrefix: prefix } = this.#options;
    // A person waits: a model that is away is tried once per query until it is back.
    const maxAttempts = this.#isUnavailable ? 1 : this.#options.maxAttempts;
    const [vector] = await this.#embed([text], { prefix, maxAttempts }, options);
    return vector ?? new Float32Array(this.dimensions);
  }

  async #embed(
    texts: readonly string[],
    { prefix, maxAttempts }: { readonly prefix: string; readonly maxAttempts: number },
    { signal }: EmbedOptions,
  ): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    const vectors: Float32Array[] = texts.map(() => new Float32Array(this.dimensions));
    const places = texts.flatMap((text, place) => (text.trim() === '' ? [] : [place]));
    let start = 0;
    while (start < places.length) {
      const batch = places.slice(start, start + this.#pace.texts);
      const answers = await this.#embedBatch(
        batch.map((place) => prefix + (texts[place] ?? '')),
        { maxAttempts, callerSignal: signal },
      );
      if (!answers) continue;
      this.#isUnavailable = false;
      batch.forEach((place, index) => {
        vectors[place] = this.#toUnitVector(answers[index] ?? []);
      });
      start += batch.length;
    }
    return vectors;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#agents.httpAgent.destroy();
    this.#agents.httpsAgent.destroy();
  }

  /** Returns undefined when the batch was too large for one request; the next one is smaller. */
  async #embedBatch(
    input: readonly string[],
    {
      maxAttempts,
      callerSignal,
    }: { readonly maxAttempts: number; readonly callerSignal: AbortSignal | undefined },
  ): Promise<readonly (readonly number[])[] | undefined> {
    const { model, dimensions, deadlineMs, wait } = this.#options;
    const request: EmbeddingsRequest = {
      model,
      input,
      encoding_format: 'float',
      ...(dimensions > 0 && shortensVectors.test(model) && { dimensions }),
    };
    const endsAt = Date.now() + deadlineMs;
    const timeout = AbortSignal.timeout(deadlineMs);
    const signal = AbortSignal.any([
      timeout,
      this.#closed.signal,
      ...(callerSignal ? [callerSignal] : []),
    ]);
    const delayMsAfter = (error: unknown, attempts: number) => {
      if (!(error instanceof EmbeddingsRequestError) || !error.mayRetry) return undefined;
      const delayMs = error.retryAfterMs ?? backoffMs(attempts);
      return Date.now() + delayMs < endsAt ? delayMs : undefined;
    };
    try {
      return await retry({ maxAttempts, delayMsAfter, signal, wait }, async () => {
        try {
          const startedAt = performance.now();
          const vectors = await requestEmbeddings(this.#http, request, signal);
          this.#pace.recordAnswer(input.length, performance.now() - startedAt);
          return vectors;
        } catch (error) {
          const isTooMuch = error instanceof EmbeddingsRequestError && error.problem === 'too_slow';
          if (!isTooMuch || input.length <= 1) throw error;
          this.#pace.recordTimeout(input.length);
          return undefined;
        }
      });
    } catch (error) {
      if (error instanceof EmbeddingsRequestError) {
        // A refused text does not mean that the next one is refused.
        if (error.mayRetry) this.#isUnavailable = true;
        throw this.#unavailable(error.message, error.problem);
      }
      if (callerSignal?.aborted) throw callerSignal.reason;
      if (this.#closed.signal.aborted) throw this.#unavailable('the embedder is closed');
      throw this.#unavailable(`there was no answer in ${deadlineMs} ms`, 'too_slow');
    }
  }

  #toUnitVector(values: readonly number[]): Float32Array {
    if (values.length !== this.dimensions) {
      throw this.#unavailable(
        `its vectors have ${values.length} dimensions, ${this.dimensions} are expected`,
      );
    }
    const length = Math.hypot(...values);
    if (!Number.isFinite(length)) throw this.#unavailable('its vectors are not finite');
    return length === 0 ? new Float32Array(values) : Float32Array.from(values, (v) => v / length);
  }

  #unavailable(reason: string, problem?: ModelProblem): EmbeddingUnavailableError {
    const message = `The embedding model ${this.#options.model} cannot be used: ${reason}.`;
    return new EmbeddingUnavailableError(message, problem && { problem });
  }
}

/**
 * A passage prefix changes the vectors, so it is part of the id; a query prefix changes no stored
 * vector.
 */
function createId({
  model,
  dimensions,
  passagePrefix,
}: Pick<Required<OpenAiEmbedderOptions>, 'model' | 'dimensions' | 'passagePrefix'>): string {
  if (passagePrefix === '') return `${model}:${dimensions}`;
  const prefix = createHash('sha256').update(passagePrefix).digest('hex').slice(0, 8);
  return `${model}:${dimensions}:${prefix}`;
}

/** Doubles each time; up to half of it is random, so that callers do not return together. */
function backoffMs(attempts: number): number {
  const maxMs = firstBackoffMs * 2 ** (attempts - 1);
  return maxMs * (0.5 + Math.random() / 2);
}
