import { retry } from '@lectern/contracts/retry';
import { type Embedder, EmbeddingUnavailableError } from '@lectern/retrieval';
import { embedBySlices } from './embed-by-slices.ts';

export interface RetryingEmbedderOptions {
  /** Ends the retries: calls reject with its reason. */
  readonly signal: AbortSignal;
  /** Called with the number of new vectors. */
  readonly onEmbedded: (texts: number) => Promise<void>;
  /** Called before each wait. */
  readonly onProblem: (error: EmbeddingUnavailableError) => Promise<void>;
}

const firstWaitMs = 1_000;
const maxWaitMs = 30_000;

/** Creates an embedder for background work: it retries until the model can be used. */
export function createRetryingEmbedder(
  embedder: Embedder,
  { signal, onEmbedded, onProblem }: RetryingEmbedderOptions,
): Embedder {
  const embedSlice = (texts: readonly string[]) =>
    retry({ maxAttempts: Number.POSITIVE_INFINITY, delayMsAfter, signal }, async () => {
      signal.throwIfAborted();
      try {
        return await embedder.embedDocuments(texts, { signal });
      } catch (error) {
        if (!signal.aborted && error instanceof EmbeddingUnavailableError) await onProblem(error);
        throw error;
      }
    });
  return embedBySlices(embedder, { embedSlice, onEmbedded });
}

function delayMsAfter(error: unknown, attempts: number): number | undefined {
  if (!(error instanceof EmbeddingUnavailableError)) return undefined;
  return Math.min(firstWaitMs * 2 ** (attempts - 1), maxWaitMs);
}
