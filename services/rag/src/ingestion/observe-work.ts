import type { Metrics } from '@lectern/service';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { RagTables } from '../database/tables.ts';
import type { DocumentQuotas } from '../quotas/document-quotas.ts';
import { loadIndexLag, stuckAfterHours } from '../quotas/load-limits.ts';

interface UnfinishedWork {
  readonly status: string;
  readonly documents: number;
  /** Time since the last progress of the document that waits longest. */
  readonly ageSeconds: number;
}

/** Exposes unfinished work, sources that fail, and the use of quotas, read at each scrape. */
export function observeWork(
  metrics: Metrics,
  database: Kysely<RagTables>,
  quotas: DocumentQuotas,
): void {
  const read = async <Row>(query: RawBuilder<Row>) => {
    try {
      return (await query.execute(database)).rows;
    } catch {
      return [];
    }
  };
  metrics.gauge({
    name: 'lectern_failing_sources',
    help: 'Sources whose last run failed, waits for a person, or is open for hours.',
    labels: ['status'],
    collect: async (gauge) => {
      const rows = await read(sql<{ status: string; sources: number }>`
        select s.status, count(last.status)::int as sources
        from unnest(array['failed', 'waiting']) as s (status)
        left join (
          select (select status from rag.source_runs where source_id = source.id and not preview
            order by created_at desc, id desc limit 1) as status
          from rag.sources source where not paused
        ) as last on last.status = s.status
        group by s.status
        union all
        select 'stuck', count(*)::int from rag.source_runs
        where status in ('queued', 'running') and not preview
          and coalesce(started_at, created_at) < now() - make_interval(hours => ${stuckAfterHours})`);
      for (const { status, sources } of rows) gauge.set({ status }, sources);
    },
  });
  metrics.gauge({
    name: 'lectern_index_lag_seconds',
    help: 'Age of the oldest request to index a document that is not done.',
    collect: async (gauge) => {
      const seconds = await loadIndexLag(database).catch(() => undefined);
      if (seconds !== undefined) gauge.set(seconds);
    },
  });
  metrics.gauge({
    name: 'lectern_quota_used_ratio',
    help: 'Share of a quota that the fullest organisation uses.',
    labels: ['quota'],
    collect: async (gauge) => {
      const rows = await read(sql<DocumentQuotas>`
        select coalesce(max(documents), 0)::float as documents,
          coalesce(max(bytes), 0)::float as bytes from rag.document_use`);
      for (const used of rows) {
        gauge.set({ quota: 'documents' }, used.documents / quotas.documents);
        gauge.set({ quota: 'bytes' }, used.bytes / quotas.bytes);
      }
    },
  });
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
