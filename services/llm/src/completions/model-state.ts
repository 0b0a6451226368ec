import type { LanguageModel, ModelCondition } from '@lectern/answering';
import { waitAtMost } from '@lectern/service';

const freshMs = 15_000;
const examineMs = 5_000;
/** Longest that who asks is kept waiting: the gateway gives a service little time for its health. */
const patienceMs = 1_000;

/** What `/health` says of the model: asked for at most every 15 s, however many ask. */
export function createModelState(model: LanguageModel): () => Promise<ModelCondition | null> {
  let latest: ModelCondition | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  const look = async () => {
    latest = (await model.examine?.(AbortSignal.timeout(examineMs))) ?? null;
    lookedAt = performance.now();
  };
  return async () => {
    if (!model.examine) return null;
    if (performance.now() - lookedAt > freshMs) {
      running ??= look().finally(() => {
        running = undefined;
      });
      await waitAtMost(patienceMs, running);
    }
    return latest;
  };
}
