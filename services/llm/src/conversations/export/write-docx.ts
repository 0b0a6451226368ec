import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FairQueue, withinTime } from '@lectern/service';
import type { Owner } from '../../ports/owner.ts';
import type { Manuscript } from './manuscript.ts';

/**
 * Limits of waiting documents. One takes a second or two, so the last of these is written within
 * the deadline.
 */
const maxWaiting = { maxWaiting: 24, maxWaitingPerTenant: 6, maxWaitingPerPerson: 2 };
const maxWriteMs = 30_000;
/** Time limit, including the wait. */
const maxMs = 60_000;

export type DocxWriter = (
  owner: Owner,
  manuscript: Manuscript,
  signal: AbortSignal,
) => Promise<Uint8Array>;

type WriteDocument = (manuscript: Manuscript, signal: AbortSignal) => Promise<Uint8Array>;

/**
 * Writes documents in a worker, one at a time, fairly among organisations.
 *
 * @throws AppError `rate_limited` while two documents of a person or six of an organisation wait,
 *   `service_unavailable` while too many wait in all, `deadline_exceeded` after a minute, half of
 *   it for writing, or the signal's reason.
 */
export function createDocxWriter(write: WriteDocument = writeInThread): DocxWriter {
  const turns = new FairQueue({ maxRunning: 1, ...maxWaiting });
  return ({ organisationId: owner, userId: person }, manuscript, caller) =>
    withinTime({ signal: caller, timeoutMs: maxMs }, (signal) =>
      turns.run({ owner, person, signal }, () => write(manuscript, signal)),
    );
}

async function writeInThread(manuscript: Manuscript, signal: AbortSignal): Promise<Uint8Array> {
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
