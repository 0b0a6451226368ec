import type { AxiosInstance } from 'axios';
import { isAxiosError } from 'axios';
import { z } from 'zod';

/** One request to `POST {base}/embeddings`. */
export interface EmbeddingsRequest {
  readonly model: string;
  readonly input: readonly string[];
  readonly encoding_format: 'float';
  readonly dimensions?: number;
}

export type EmbeddingsAnswer =
  | { readonly outcome: 'vectors'; readonly vectors: readonly (readonly number[])[] }
  /** `reason` is fit for a log: it holds neither key nor text, also not what the server wrote. */
  | {
      readonly outcome: 'failure';
      readonly reason: string;
      readonly mayRetry: boolean;
      /** There was no answer in the client's time. */
      readonly wasTooSlow?: boolean;
      readonly retryAfterMs?: number;
    };

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()) })),
});

const retryableStatus = new Set([408, 425, 429]);

/** Sends one request. Resolves for every outcome; rejects only when the signal aborts. */
export async function requestEmbeddings(
  http: AxiosInstance,
  request: EmbeddingsRequest,
  signal: AbortSignal,
): Promise<EmbeddingsAnswer> {
  try {
    const response = await http.post('/embeddings', request, { signal });
    if (response.status === 200) return readVectors(response.data, request.input.length);
    const retryAfterMs = parseRetryAfter(response.headers['retry-after']);
    return {
      outcome: 'failure',
      reason: `it answered ${response.status}`,
      mayRetry: retryableStatus.has(response.status) || response.status >= 500,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  } catch (error) {
    signal.throwIfAborted();
    const code = isAxiosError(error) ? error.code : undefined;
    const wasTooSlow = code === 'ECONNABORTED' || code === 'ETIMEDOUT';
    const reason = wasTooSlow ? 'it did not answer in time' : (code ?? 'the request failed');
    return { outcome: 'failure', reason, mayRetry: true, wasTooSlow };
  }
}

function readVectors(body: unknown, count: number): EmbeddingsAnswer {
  const answer = answerSchema.safeParse(body);
  const reason = 'its answer is not in the form of the OpenAI embeddings API';
  if (!answer.success) return { outcome: 'failure', reason, mayRetry: false };
  const vectors = new Map(answer.data.data.map(({ index, embedding }) => [index, embedding]));
  const inOrder = Array.from({ length: count }, (_, index) => vectors.get(index) ?? []);
  if (inOrder.some((vector) => vector.length === 0)) {
    return { outcome: 'failure', reason: 'its answer lacks vectors', mayRetry: false };
  }
  return { outcome: 'vectors', vectors: inOrder };
}

/** Seconds, or a date, as HTTP has it. */
function parseRetryAfter(header: unknown): number | undefined {
  if (typeof header !== 'string') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
