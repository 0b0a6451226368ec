import { type Embedder, EmbeddingUnavailableError } from '@lectern/retrieval';
import { waitAtMost } from '@lectern/service';

export type EmbedderStatus = 'ok' | 'unavailable' | 'unknown';

const freshMs = 15_000;
const checkMs = 10_000;
/** Maximum wait of a caller, since the gateway gives a service little time for its health. */
const patienceMs = 1_000;

/** Returns the state of the embedding model for `/health`. A text is embedded at most every 15 s. */
export function createEmbedderState(
  embedder: Pick<Embedder, 'embedQuery'>,
): () => Promise<EmbedderStatus> {
  let latest: EmbedderStatus = 'unknown';
  let lookedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  const look = async () => {
    try {
      await embedder.embedQuery('health', { signal: AbortSignal.timeout(checkMs) });
      latest = 'ok';
    } catch (error) {
      const isAway = error instanceof EmbeddingUnavailableError || error instanceof DOMException;
      latest = isAway ? 'unavailable' : 'unknown';
    }
    lookedAt = performance.now();
  };
  return async () => {
    if (performance.now() - lookedAt > freshMs) {
      running ??= look().finally(() => {
        running = undefined;
      });
      await waitAtMost(patienceMs, running);
    }
    return latest;
  };
}
