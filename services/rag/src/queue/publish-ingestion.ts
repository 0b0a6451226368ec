import { randomUUID } from 'node:crypto';
import { writeToOutbox } from '@lectern/jobs';
import { announceDocuments } from '../changes/announce.ts';
import type { DatabaseTransaction } from '../database/tables.ts';
import { ingestJob, ragOutbox } from './job-definitions.ts';
import { sendPassword } from './passwords.ts';

export interface WorkItem {
  readonly id: string;
  readonly work: number;
}

/** Queues one document, with its password if it has one. */
export async function publishDocument(
  transaction: DatabaseTransaction,
  organisationId: string,
  item: WorkItem,
  password?: string,
): Promise<void> {
  if (password) await sendPassword(transaction, { ...item, password });
  await writeToOutbox(transaction, ragOutbox, ingestJob, [
    {
      id: randomUUID(),
      data: {
        organisation_id: organisationId,
        documents: [{ id: item.id, work: item.work }],
        has_password: password !== undefined,
      },
    },
  ]);
  await announceDocuments(transaction, organisationId, [item.id]);
}

/** Small text documents travel together: one job costs about as much as one document. */
const documentsPerJob = 50;

export async function publishTextDocuments(
  transaction: DatabaseTransaction,
  organisationId: string,
  items: readonly WorkItem[],
): Promise<void> {
  const jobs = [];
  for (let from = 0; from < items.length; from += documentsPerJob) {
    jobs.push({
      id: randomUUID(),
      data: {
        organisation_id: organisationId,
        documents: items.slice(from, from + documentsPerJob).map(({ id, work }) => ({ id, work })),
        has_password: false,
      },
    });
  }
  await writeToOutbox(transaction, ragOutbox, ingestJob, jobs);
  await announceDocuments(
    transaction,
    organisationId,
    items.map(({ id }) => id),
  );
}
