import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '@lectern/contracts';
import { withinTime } from '@lectern/service';
import type { Manuscript } from './manuscript.ts';

/** Documents that may wait for their turn. */
const maxWaiting = 10;
const maxMs = 30_000;

export type DocxWriter = (manuscript: Manuscript, signal: AbortSignal) => Promise<Uint8Array>;

/**
 * Writes documents in a thread, one at a time.
 * @throws AppError `service_unavailable` while too many wait, `deadline_exceeded` after half a
 *   minute, and the signal's reason.
 */
export function createDocxWriter(): DocxWriter {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (manuscript, signal) => {
    if (waiting >= maxWaiting) throw new AppError('service_unavailable');
    waiting += 1;
    const written = last.then(() => writeInThread(manuscript, signal));
    last = written.catch(() => undefined);
    return written.finally(() => {
      waiting -= 1;
    });
  };
}

async function writeInThread(manuscript: Manuscript, signal: AbortSignal): Promise<Uint8Array> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./docx-worker.ts', import.meta.url), {
    workerData: manuscript,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  try {
    return await withinTime({ signal, timeoutMs: maxMs }, async (inTime) => {
      const [bytes] = await once(worker, 'message', { signal: inTime });
      return bytes as Uint8Array;
    });
  } finally {
    await worker.terminate();
  }
}
