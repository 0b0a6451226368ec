import { setTimeout as delay } from 'node:timers/promises';
import { type Embedder, EmbeddingUnavailableError } from '@lectern/retrieval';
import { embedBySlices } from './embed-by-slices.ts';

export interface RetryingEmbedderOptions {
  /** Ends the retries: calls reject with its reason. */
  readonly signal: AbortSignal;
  /** Called with the number of new vectors. */
  readonly onEmbedded: (texts: number) => Promise<void>;
  /** Called before each wait with the reason why the embedder cannot be used. */
  readonly onProblem: (problem: string) => Promise<void>;
}

const firstWaitMs = 1_000;
const maxWaitMs = 30_000;

/** Creates an embedder for background work: it retries until the model can be used. */
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
