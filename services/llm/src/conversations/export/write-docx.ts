import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { withinTime } from '@lectern/service';
import type { Manuscript } from './manuscript.ts';

const maxWriteMs = 30_000;

/**
 * Writes a document in a thread.
 *
 * @throws AppError `deadline_exceeded` after half a minute, or the signal's reason.
 */
export async function writeDocx(manuscript: Manuscript, signal: AbortSignal): Promise<Uint8Array> {
  const worker = new Worker(new URL('./docx-worker.ts', import.meta.url), {
    workerData: manuscript,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  try {
    return await withinTime({ signal, timeoutMs: maxWriteMs }, async (inTime) => {
      const [bytes] = await once(worker, 'message', { signal: inTime });
      return bytes as Uint8Array;
    });
  } finally {
    await worker.terminate();
  }
}
