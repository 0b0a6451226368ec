import { randomUUID } from 'node:crypto';
import { writeToOutbox } from '@lectern/jobs';
import type { DatabaseTransaction } from '../database/tables.ts';
import { ragOutbox, upkeepJob } from './job-definitions.ts';

const documentsPerJob = 500;

/** Queues the removal of deleted documents' chunks, index objects and rows. */
export const publishRemoval = publisherOf('remove');

/** Queues the change of collection in the index. */
export const publishMove = publisherOf('move');

function publisherOf(task: 'remove' | 'move') {
  return async (
    transaction: DatabaseTransaction,
    organisationId: string,
    documentIds: readonly string[],
  ): Promise<void> => {
    const jobs = [];
    for (let from = 0; from < documentIds.length; from += documentsPerJob) {
      const document_ids = documentIds.slice(from, from + documentsPerJob);
      jobs.push({
        id: randomUUID(),
        data: { task, organisation_id: organisationId, document_ids },
      });
    }
    await writeToOutbox(transaction, ragOutbox, { definition: upkeepJob, jobs });
  };
}
