import type { ConnectionState, LanguageModel } from '@lectern/models';
import { waitAtMost } from '@lectern/service';

const freshMs = 15_000;
const checkMs = 5_000;
/** Maximum wait of a caller, since the gateway gives a service little time for its health. */
const patienceMs = 1_000;

/**
 * Returns the connection state of the model for `/health`. The connection is checked at most every
 * 15 s.
 */
export function createModelState(model: LanguageModel): () => Promise<ConnectionState | null> {
  let latest: ConnectionState | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  const look = async () => {
    latest = (await model.checkConnection?.(AbortSignal.timeout(checkMs))) ?? null;
    lookedAt = performance.now();
  };
  return async () => {
    if (!model.checkConnection) return null;
    if (performance.now() - lookedAt > freshMs) {
      running ??= look().finally(() => {
        running = undefined;
      });
      await waitAtMost(patienceMs, running);
    }
    return latest;
  };
}
