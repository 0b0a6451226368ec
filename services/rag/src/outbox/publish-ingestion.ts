import { randomUUID } from 'node:crypto';
import { writeToOutbox } from '@lectern/jobs';
import type { DatabaseTransaction, DocumentRow, Lane } from '../database/tables.ts';
import { announceDocuments } from '../notifications/notify.ts';
import { assignFairPriorities } from './assign-fair-priorities.ts';
import { ingestJob, ingestJobs, ragOutbox } from './job-definitions.ts';
import { sendPassword } from './passwords.ts';

export interface WorkItem {
  readonly id: string;
  readonly work: number;
  /** Bytes of a file that must be parsed; short texts need none. */
  readonly size?: number | string | undefined;
}

/** One job costs about as much as one small document. */
const documentsPerJob = 50;
/** Another organisation waits for one job at most, so files that take long to parse have their own. */
const bytesPerJob = 256 * 1024;

export interface NewWork {
  readonly items: readonly WorkItem[];
  /** Opens the documents, if they are encrypted. */
  readonly password?: string | undefined;
  /** True queues them after the documents that people wait for. */
  readonly isBehind?: boolean | undefined;
}

/** Queues documents; small ones share jobs. */
export async function publishDocuments(
  transaction: DatabaseTransaction,
  organisationId: string,
  { items, password, isBehind }: NewWork,
): Promise<void> {
  const batches = cutIntoJobs(items);
  const ids = items.map(({ id }) => id);
  if (password) {
    for (const { id, work } of items) await sendPassword(transaction, { id, work, password });
  }
  const priorities = await assignFairPriorities(transaction, organisationId, {
    jobs: batches.map((batch) => batch.map(({ id }) => id)),
    isBehind,
  });
  const jobs = batches.map((batch, at) => ({
    id: randomUUID(),
    priority: priorities[at],
    data: {
      organisation_id: organisationId,
      documents: batch.map(({ id, work }) => ({ id, work })),
      has_password: password !== undefined,
    },
  }));
  await writeToOutbox(transaction, ragOutbox, { definition: ingestJob, jobs });
  await announceDocuments(transaction, organisationId, ids);
}

export interface WorkToRepeat {
  readonly rows: readonly Pick<DocumentRow, 'id' | 'organisation_id' | 'work' | 'turn'>[];
  readonly lane: Lane;
  readonly hasPassword: boolean;
}

/**
 * Queues documents of unchanged work once more, each in a job of its own at its position. The ids
 * of the jobs come from the work, so that a repetition adds nothing.
 */
export async function publishAgain(
  transaction: DatabaseTransaction,
  { rows, lane, hasPassword }: WorkToRepeat,
): Promise<void> {
  await writeToOutbox(transaction, ragOutbox, {
    definition: ingestJobs[lane],
    jobs: rows.map(({ id, organisation_id, work, turn }) => ({
      id: `ingest-${id}-${work}`,
      priority: turn ?? 1,
      data: { organisation_id, documents: [{ id, work }], has_password: hasPassword },
    })),
  });
}

function cutIntoJobs(items: readonly WorkItem[]): WorkItem[][] {
  const jobs: WorkItem[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Number(item.size ?? 0);
    const job = jobs.at(-1);
    bytes += size;
    if (job && job.length < documentsPerJob && bytes <= bytesPerJob) job.push(item);
    else {
      jobs.push([item]);
      bytes = size;
    }
  }
  return jobs;
}
