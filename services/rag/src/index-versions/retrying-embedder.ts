import { setTimeout as delay } from 'node:timers/promises';
import { type Embedder, EmbeddingUnavailableError } from '@lectern/retrieval';
import { embedBySlices } from './embed-by-slices.ts';

export interface RetryingEmbedderOptions {
  /** Ends the waiting: calls reject with its reason. */
  readonly signal: AbortSignal;
  /** Told how many vectors were made. */
  readonly onEmbedded: (texts: number) => Promise<void>;
  /** Told why the embedder cannot be used, before each wait. */
  readonly onProblem: (problem: string) => Promise<void>;
}

const firstWaitMs = 1_000;
const maxWaitMs = 30_000;

/** An embedder for work that nobody waits for: it tries again until the model can be used. */
export function createRetryingEmbedder(
  embedder: Embedder,
  { signal, onEmbedded, onProblem }: RetryingEmbedderOptions,
): Embedder {
  const embedSlice = async (texts: readonly string[]): Promise<Float32Array[]> => {
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
  return embedBySlices(embedder, { embedSlice, onEmbedded });
}
