import { type Embedder, EmbeddingUnavailableError } from '@lectern/retrieval';
import { withinTime } from '@lectern/service';

export interface CircuitBreakerOptions {
  /** Maximum time of one call. 30,000 unless given. */
  readonly maxWaitMs?: number;
  /** Pause after a model could not be used. 30,000 unless given. */
  readonly restMs?: number;
  /** Pause after a timeout, whose work is lost. 300,000 unless given. */
  readonly slowRestMs?: number;
  /** Returns the milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

class TooSlowError extends EmbeddingUnavailableError {}

/**
 * Creates an embedder for work that can continue without vectors: it limits the time of a call, and
 * after a failure rejects documents at once for a while, so that not each of them waits for the
 * model.
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
