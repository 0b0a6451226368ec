import { randomUUID } from 'node:crypto';
import { type JobDefinition, writeToOutbox } from '@lectern/jobs';
import type { DatabaseTransaction } from '../database/tables.ts';
import { moveJob, ragOutbox, removeJob } from '../ingestion/job-definitions.ts';

interface DocumentsJob {
  readonly organisation_id: string;
  readonly document_ids: string[];
}

const documentsPerJob = 500;

/** Queues the removal of deleted documents' chunks, index objects and rows. */
export const publishRemoval = publisherOf(removeJob);

/** Queues the change of collection in the index. */
export const publishMove = publisherOf(moveJob);

function publisherOf(definition: JobDefinition<DocumentsJob>) {
  return async (
    transaction: DatabaseTransaction,
    organisationId: string,
    documentIds: readonly string[],
  ): Promise<void> => {
    const jobs = [];
    for (let from = 0; from < documentIds.length; from += documentsPerJob) {
      const document_ids = documentIds.slice(from, from + documentsPerJob);
      jobs.push({ id: randomUUID(), data: { organisation_id: organisationId, document_ids } });
    }
    await writeToOutbox(transaction, ragOutbox, definition, jobs);
  };
}
