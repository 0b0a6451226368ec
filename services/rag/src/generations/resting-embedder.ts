import { type Embedder, EmbeddingUnavailableError } from '@lectern/retrieval';

export interface RestOptions {
  /** How long a model that could not be used is left alone. 30,000 unless given. */
  readonly restMs?: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
}

/**
 * An embedder for work that goes on without vectors: after a failure it refuses documents at once for
 * a while, so that not each of them waits for a model that is away.
 */
export function createRestingEmbedder(
  embedder: Embedder,
  { restMs = 30_000, now = () => performance.now() }: RestOptions = {},
): Embedder {
  let rest: { readonly untilMs: number; readonly cause: EmbeddingUnavailableError } | undefined;
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    denseWeight: embedder.denseWeight,
    embedQuery: (text, options) => embedder.embedQuery(text, options),
    close: () => embedder.close(),
    async embedDocuments(texts, options) {
      if (rest && now() < rest.untilMs) throw rest.cause;
      try {
        const vectors = await embedder.embedDocuments(texts, options);
        rest = undefined;
        return vectors;
      } catch (error) {
        if (error instanceof EmbeddingUnavailableError) {
          rest = { untilMs: now() + restMs, cause: error };
        }
        throw error;
      }
    },
  };
}
