import { setTimeout as delay } from 'node:timers/promises';
import { type Embedder, EmbeddingUnavailableError } from '@lectern/retrieval';

export interface PatienceOptions {
  /** Ends the waiting: calls reject with its reason. */
  readonly signal: AbortSignal;
  /** Told how many vectors were made. */
  readonly onEmbedded: (texts: number) => Promise<void>;
  /** Told why the embedder cannot be used, before each wait. */
  readonly onProblem: (problem: string) => Promise<void>;
}

/** Few enough that a slow model shows its progress. */
const textsAtOnce = 32;
const firstWaitMs = 1_000;
const maxWaitMs = 30_000;

/** An embedder for work that nobody waits for: it tries again until the model can be used. */
export function createPatientEmbedder(
  embedder: Embedder,
  { signal, onEmbedded, onProblem }: PatienceOptions,
): Embedder {
  const embedSome = async (texts: readonly string[]): Promise<Float32Array[]> => {
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
      signal.throwIfAborted();
      try {
        return await embedder.embedDocuments(texts, { signal });
      } catch (error) {
        if (signal.aborted || !(error instanceof EmbeddingUnavailableError)) throw error;
        await onProblem(error.message);
        await delay(waitMs, undefined, { signal });
      }
    }
  };
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    denseWeight: embedder.denseWeight,
    embedQuery: (text, options) => embedder.embedQuery(text, options),
    close: () => embedder.close(),
    async embedDocuments(texts) {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += textsAtOnce) {
        const some = texts.slice(from, from + textsAtOnce);
        vectors.push(...(await embedSome(some)));
        await onEmbedded(some.length);
      }
      return vectors;
    },
  };
}
