import { randomUUID } from 'node:crypto';
import type { IngestJob } from '@lectern/contracts';
import type { JobRun } from '@lectern/jobs';
import { isDiskFull } from '@lectern/service';
import { claimDocuments, releaseClaims } from './claim-documents.ts';
import { failDocument } from './document-state.ts';
import { holdClaim } from './hold-claim.ts';
import { indexDocuments } from './index-documents.ts';
import { indexRestored } from './index-restored.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { prepareDocuments } from './prepare-documents.ts';
import { sendToLane } from './send-to-lane.ts';

/**
 * Makes documents searchable: parse, chunk, store, index, then activate. Idempotent: an interrupted
 * run is repeated with the same result. Documents that cannot be parsed end as `failed` with their
 * reason; an internal error is thrown, so that the job is retried.
 */
export async function ingestDocuments(
  dependencies: IngestDependencies,
  job: IngestJob,
  run: JobRun,
): Promise<void> {
  const { database, logger, findDiskRoom } = dependencies;
  // The document waits; the reconciler publishes it again.
  if ((await findDiskRoom())?.isFull) return;
  const claimId = randomUUID();
  const rows = await claimDocuments(database, job, claimId);
  if (rows.length === 0) return;
  const claim = holdClaim(dependencies, { claimId, rows, signal: run.signal });
  try {
    const restored = rows.filter((row) => row.restored_status !== null);
    const added = rows.filter((row) => row.restored_status === null);
    await indexRestored(dependencies, claimId, restored);
    const prepared = await prepareDocuments(dependencies, job, { rows: added, claim });
    await indexDocuments(dependencies, prepared, claim);
  } catch (error) {
    if (run.signal.aborted || !run.isLastAttempt || isDiskFull(error)) throw error;
    if (rows.length > 1) {
      // One of them may have failed all.
      await sendToLane(database, claimId, { rows, lane: dependencies.lane, hasPassword: false });
      return;
    }
    logger.error({ err: error, document_ids: rows.map((row) => row.id) }, 'ingestion was given up');
    for (const document of rows) await failDocument(database, { claimId, document }, ours);
  } finally {
    claim.end();
    await releaseClaims(database, claimId);
  }
}

const ours = {
  code: 'internal',
  message: 'Something went wrong on our side. Try again later.',
} as const;
