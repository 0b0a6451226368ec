import type { Metrics } from '@lectern/service';
import { type Kysely, sql } from 'kysely';
import type { RagTables } from '../database/tables.ts';

interface UnfinishedWork {
  readonly status: string;
  readonly documents: number;
  /** Time since the last progress of the document that waits longest. */
  readonly ageSeconds: number;
}

/** Exposes the amount of unfinished work and its age, read at each scrape. */
export function observeWork(metrics: Metrics, database: Kysely<RagTables>): void {
  metrics.gauge({
    name: 'lectern_unfinished_documents',
    help: 'Documents that are not ready, failed or cancelled.',
    labels: ['status'],
    collect: async (gauge) => {
      for (const { status, documents } of await readUnfinishedWork(database)) {
        gauge.set({ status }, documents);
      }
    },
  });
  metrics.gauge({
    name: 'lectern_unfinished_work_age_seconds',
    help: 'Time without progress of the document that waits longest.',
    labels: ['status'],
    collect: async (gauge) => {
      for (const { status, ageSeconds } of await readUnfinishedWork(database)) {
        gauge.set({ status }, ageSeconds);
      }
    },
  });
}

/**
 * Counts unfinished documents by status, with 0 for a status without documents. Returns an empty
 * list while the database is away.
 */
export async function readUnfinishedWork(
  database: Kysely<RagTables>,
): Promise<readonly UnfinishedWork[]> {
  const query = sql<UnfinishedWork>`
    select s.status, count(d.id)::int as documents,
      coalesce(extract(epoch from now() - min(d.updated_at)), 0)::float as "ageSeconds"
    from unnest(array['queued', 'parsing', 'indexing']) as s (status)
    left join rag.documents d on d.status = s.status and d.deleted_at is null
    group by s.status`;
  try {
    return (await query.execute(database)).rows;
  } catch {
    return [];
  }
}
