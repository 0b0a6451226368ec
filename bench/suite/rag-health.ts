import { setTimeout as delay } from 'node:timers/promises';
import { healthSchema } from '@lectern/contracts';
import { z } from 'zod';

const ragPortOffset = 2;
const pollMs = 500;
const ragHealthSchema = healthSchema.extend({
  index: z.looseObject({ name: z.string(), unindexed_rows: z.number().optional() }),
});

/** Reads the state of the index from the knowledge service. */
export async function readRagHealth({
  port,
}: {
  /** Port of the gateway. */
  readonly port: number;
}): Promise<z.infer<typeof ragHealthSchema>> {
  const response = await fetch(`http://127.0.0.1:${port + ragPortOffset}/health`);
  return ragHealthSchema.parse(await response.json());
}

/**
 * Waits until the index has taken up what was loaded: until then each search goes through it row by
 * row. Gives the milliseconds.
 */
export async function waitUntilIndexed(
  suite: { readonly port: number },
  maxMs: number,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { index } = await readRagHealth(suite);
    const waitedMs = performance.now() - began;
    if ((index.unindexed_rows ?? 0) === 0) return waitedMs;
    if (waitedMs > maxMs) throw new Error('the index did not take up what was loaded in time');
    await delay(pollMs);
  }
}
