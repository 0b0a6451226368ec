import { randomUUID } from 'node:crypto';
import { writeToOutbox } from '@lectern/jobs';
import type { DatabaseTransaction } from '../database/tables.ts';
import { moveJob, ragOutbox, removeJob } from '../ingestion/job-definitions.ts';

const documentsPerJob = 500;

/** Queues the removal of deleted documents' chunks, index objects and rows. */
export async function publishRemoval(
  transaction: DatabaseTransaction,
  organisationId: string,
  documentIds: readonly string[],
): Promise<void> {
  await writeToOutbox(
    transaction,
    ragOutbox,
    removeJob,
    inBatches(documentIds).map((document_ids) => ({
      id: randomUUID(),
      data: { organisation_id: organisationId, document_ids },
    })),
  );
}

/** Queues the change of collection in the index. */
export async function publishMove(
  transaction: DatabaseTransaction,
  organisationId: string,
  documentIds: readonly string[],
): Promise<void> {
  await writeToOutbox(
    transaction,
    ragOutbox,
    moveJob,
    inBatches(documentIds).map((document_ids) => ({
      id: randomUUID(),
      data: { organisation_id: organisationId, document_ids },
    })),
  );
}

function inBatches(ids: readonly string[]): string[][] {
  const batches: string[][] = [];
  for (let from = 0; from < ids.length; from += documentsPerJob) {
    batches.push(ids.slice(from, from + documentsPerJob));
  }
  return batches;
}
