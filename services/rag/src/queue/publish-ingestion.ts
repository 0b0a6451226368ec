import { randomUUID } from 'node:crypto';
import { writeToOutbox } from '@lectern/jobs';
import { announceDocuments } from '../changes/announce.ts';
import type { DatabaseTransaction, Lane } from '../database/tables.ts';
import { ingestJob, ingestJobs, ragOutbox } from './job-definitions.ts';
import { sendPassword } from './passwords.ts';
import { takeTurns } from './take-turns.ts';

export interface WorkItem {
  readonly id: string;
  readonly work: number;
  readonly lane?: Lane;
}

/** Queues one document, with its password if it has one. */
export async function publishDocument(
  transaction: DatabaseTransaction,
  organisationId: string,
  item: WorkItem,
  password?: string,
): Promise<void> {
  if (password) await sendPassword(transaction, { ...item, password });
  const [priority] = await takeTurns(transaction, organisationId, [[item.id]]);
  await writeToOutbox(transaction, ragOutbox, ingestJobs[item.lane ?? 'light'], [
    {
      id: randomUUID(),
      priority,
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
  const batches = [];
  for (let from = 0; from < items.length; from += documentsPerJob) {
    batches.push(items.slice(from, from + documentsPerJob));
  }
  const turns = await takeTurns(
    transaction,
    organisationId,
    batches.map((batch) => batch.map(({ id }) => id)),
  );
  const jobs = batches.map((batch, at) => ({
    id: randomUUID(),
    priority: turns[at],
    data: {
      organisation_id: organisationId,
      documents: batch.map(({ id, work }) => ({ id, work })),
      has_password: false,
    },
  }));
  await writeToOutbox(transaction, ragOutbox, ingestJob, jobs);
  await announceDocuments(
    transaction,
    organisationId,
    items.map(({ id }) => id),
  );
}
