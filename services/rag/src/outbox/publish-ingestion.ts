import { randomUUID } from 'node:crypto';
import { writeToOutbox } from '@lectern/jobs';
import type { DatabaseTransaction, Lane } from '../database/tables.ts';
import { announceDocuments } from '../notifications/notify.ts';
import { assignFairPriorities } from './assign-fair-priorities.ts';
import { ingestJob, ingestJobs, ragOutbox } from './job-definitions.ts';
import { sendPassword } from './passwords.ts';

export interface WorkItem {
  readonly id: string;
  readonly work: number;
  readonly lane?: Lane;
}

/** Queues one document, with its password if it has one. */
export async function publishDocument(
  transaction: DatabaseTransaction,
  organisationId: string,
  {
    id,
    work,
    lane = 'light',
    password,
    isBehind,
  }: WorkItem & { readonly password: string | undefined; readonly isBehind?: boolean | undefined },
): Promise<void> {
  if (password) await sendPassword(transaction, { id, work, password });
  const [priority] = await assignFairPriorities(transaction, organisationId, {
    jobs: [[id]],
    isBehind,
  });
  await writeToOutbox(transaction, ragOutbox, {
    definition: ingestJobs[lane],
    jobs: [
      {
        id: randomUUID(),
        priority,
        data: {
          organisation_id: organisationId,
          documents: [{ id, work }],
          has_password: password !== undefined,
        },
      },
    ],
  });
  await announceDocuments(transaction, organisationId, [id]);
}

/** Small text documents share a job: one job costs about as much as one document. */
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
  const priorities = await assignFairPriorities(transaction, organisationId, {
    jobs: batches.map((batch) => batch.map(({ id }) => id)),
  });
  const jobs = batches.map((batch, at) => ({
    id: randomUUID(),
    priority: priorities[at],
    data: {
      organisation_id: organisationId,
      documents: batch.map(({ id, work }) => ({ id, work })),
      has_password: false,
    },
  }));
  await writeToOutbox(transaction, ragOutbox, { definition: ingestJob, jobs });
  await announceDocuments(
    transaction,
    organisationId,
    items.map(({ id }) => id),
  );
}
