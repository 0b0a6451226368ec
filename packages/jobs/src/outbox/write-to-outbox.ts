import { traceHeaders } from '@lectern/service';
import { type Kysely, sql } from 'kysely';
import type { JobToPublish } from '../job-backend.ts';
import type { JobDefinition } from '../job-definition.ts';

/**
 * An outbox: a table `(id bigint, queue text, job_id text, data jsonb, trace jsonb, priority
 * integer, created_at timestamptz)` and the channel that wakes its relay.
 */
export interface Outbox {
  /** Name with schema: `rag.outbox`. */
  readonly table: string;
  readonly channel: string;
}

export interface JobsToWrite<Data> {
  readonly definition: JobDefinition<Data>;
  readonly jobs: readonly JobToPublish<Data>[];
}

/**
 * Adds jobs in the caller's transaction and trace: they are published if and only if it commits.
 */
export async function writeToOutbox<Data>(
  // biome-ignore lint/suspicious/noExplicitAny: any schema will do
  transaction: Kysely<any>,
  outbox: Outbox,
  { definition, jobs }: JobsToWrite<Data>,
): Promise<void> {
  if (jobs.length === 0) return;
  const entries = JSON.stringify(
    jobs.map(({ id, data, priority }) => ({ job_id: id, data, priority })),
  );
  const trace = JSON.stringify(traceHeaders());
  await sql`
    insert into ${sql.table(outbox.table)} (queue, job_id, data, trace, priority)
    select ${definition.name}, entry->>'job_id', entry->'data', ${trace}::jsonb,
      (entry->>'priority')::integer
    from jsonb_array_elements(${entries}::jsonb) as entry`.execute(transaction);
  await sql`select pg_notify(${outbox.channel}, '')`.execute(transaction);
}
