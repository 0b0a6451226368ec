import { type Embedder, EmbeddingUnavailableError } from '@lectern/retrieval';
import { withinTime } from '@lectern/service';

export interface CircuitBreakerOptions {
  /** Longest wait for the vectors of one call. 30,000 unless given. */
  readonly maxWaitMs?: number;
  /** How long a model that could not be used is left alone. 30,000 unless given. */
  readonly restMs?: number;
  /** How long one that took too long is: what it had begun is lost. 300,000 unless given. */
  readonly slowRestMs?: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
}

class TooSlowError extends EmbeddingUnavailableError {}

/**
 * An embedder for work that goes on without vectors: it gives a model so much time and no more, and
 * after a failure refuses documents at once for a while, so that not each of them waits for it.
 */
export function createCircuitBreakerEmbedder(
  embedder: Embedder,
  {
    maxWaitMs = 30_000,
    restMs = 30_000,
    slowRestMs = 300_000,
    now = () => performance.now(),
  }: CircuitBreakerOptions = {},
): Embedder {
  let rest: { readonly untilMs: number; readonly cause: EmbeddingUnavailableError } | undefined;
  const late = (cause: unknown) =>
    new TooSlowError(`The embedding model took more than ${maxWaitMs} ms.`, { cause });
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    denseWeight: embedder.denseWeight,
    embedQuery: (text, options) => embedder.embedQuery(text, options),
    close: () => embedder.close(),
    async embedDocuments(texts, { signal = new AbortController().signal } = {}) {
      if (rest && now() < rest.untilMs) throw rest.cause;
      try {
        const vectors = await withinTime({ signal, timeoutMs: maxWaitMs, late }, (inTime) =>
          embedder.embedDocuments(texts, { signal: inTime }),
        );
        rest = undefined;
        return vectors;
      } catch (error) {
        if (error instanceof EmbeddingUnavailableError) {
          const forMs = error instanceof TooSlowError ? slowRestMs : restMs;
          rest = { untilMs: now() + forMs, cause: error };
        }
        throw error;
      }
    },
  };
}
