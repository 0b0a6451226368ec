import type { ModelProblem } from '@lectern/contracts';
import type { AxiosInstance, AxiosResponse } from 'axios';
import { z } from 'zod';
import { describeHttpFailure, describeStatus } from '../describe-http-failure.ts';

/** Body of a request to `POST {base}/embeddings`. */
export interface EmbeddingsRequest {
  readonly model: string;
  readonly input: readonly string[];
  readonly encoding_format: 'float';
  readonly dimensions?: number;
}

export interface RequestProblem {
  readonly mayRetry: boolean;
  /** `wrong_answer` unless given. */
  readonly problem?: ModelProblem;
  readonly retryAfterMs?: number | undefined;
}

/**
 * A failed request. The message is safe to log: it contains neither key nor text, and nothing that
 * the server wrote.
 */
export class EmbeddingsRequestError extends Error {
  override readonly name = 'EmbeddingsRequestError';
  readonly mayRetry: boolean;
  readonly problem: ModelProblem;
  readonly retryAfterMs: number | undefined;

  constructor(
    reason: string,
    { mayRetry, problem = 'wrong_answer', retryAfterMs }: RequestProblem,
  ) {
    super(reason);
    this.mayRetry = mayRetry;
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }
}

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()) })),
});

const retryableStatus = new Set([408, 425, 429]);

/**
 * Sends one request and returns the vectors in the order of the input.
 *
 * @throws EmbeddingsRequestError, or the reason of the signal.
 */
export async function requestEmbeddings(
  http: AxiosInstance,
  request: EmbeddingsRequest,
  signal: AbortSignal,
): Promise<readonly (readonly number[])[]> {
  const { status, data, headers } = await post(http, request, signal);
  if (status === 200) return readVectors(data, request.input.length);
  const { reason, problem } = describeStatus(status);
  throw new EmbeddingsRequestError(reason, {
    problem,
    mayRetry: retryableStatus.has(status) || status >= 500,
    retryAfterMs: parseRetryAfter(headers['retry-after']),
  });
}

async function post(
  http: AxiosInstance,
  request: EmbeddingsRequest,
  signal: AbortSignal,
): Promise<AxiosResponse<unknown>> {
  try {
    return await http.post('/embeddings', request, { signal });
  } catch (error) {
    signal.throwIfAborted();
    const { reason, problem } = describeHttpFailure(error);
    throw new EmbeddingsRequestError(reason, { mayRetry: true, problem });
  }
}

function readVectors(body: unknown, count: number): readonly (readonly number[])[] {
  const answer = answerSchema.safeParse(body);
  if (!answer.success) {
    throw new EmbeddingsRequestError('its answer is not in the form of the OpenAI embeddings API', {
      mayRetry: false,
    });
  }
  const vectors = new Map(answer.data.data.map(({ index, embedding }) => [index, embedding]));
  const inOrder = Array.from({ length: count }, (_, index) => vectors.get(index) ?? []);
  if (inOrder.some((vector) => vector.length === 0)) {
    throw new EmbeddingsRequestError('its answer lacks vectors', { mayRetry: false });
  }
  return inOrder;
}

/** Parses `Retry-After`: seconds or a date. */
function parseRetryAfter(header: unknown): number | undefined {
  if (typeof header !== 'string') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
