import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FairQueue, withinTime } from '@lectern/service';
import type { Owner } from '../../ports/owner.ts';
import type { Manuscript } from './manuscript.ts';

/** A document takes a second or two: the last of these has its turn within the deadline. */
const maxWaiting = { maxWaiting: 24, maxWaitingOfParty: 6, maxWaitingOfPerson: 2 };
const maxWriteMs = 30_000;
/** With the time that it waits. */
const maxMs = 60_000;

export type DocxWriter = (
  owner: Owner,
  manuscript: Manuscript,
  signal: AbortSignal,
) => Promise<Uint8Array>;

type WriteDocument = (manuscript: Manuscript, signal: AbortSignal) => Promise<Uint8Array>;

/**
 * Writes documents in a thread, one at a time, for one organisation after the other.
 * @throws AppError `rate_limited` while two of a person or six of an organisation wait,
 *   `service_unavailable` while too many of all do, `deadline_exceeded` after a minute, half of which
 *   writing may take, and the signal's reason.
 */
export function createDocxWriter(write: WriteDocument = writeInThread): DocxWriter {
  const turns = new FairQueue({ maxRunning: 1, ...maxWaiting });
  return ({ organisationId: party, userId: person }, manuscript, caller) =>
    withinTime({ signal: caller, timeoutMs: maxMs }, (signal) =>
      turns.run({ party, person, signal }, () => write(manuscript, signal)),
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
