import type { KnowledgeLimits, OrganisationUse, QuotaName } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { findBuild } from '../index-versions/build-record.ts';
import type { DocumentQuotas } from './document-quotas.ts';
import { maxParseSecondsPerDay } from './parse-use.ts';

const maxOrganisations = 100;
const maxSlow = 20;
const maxSources = 50;
/** Runs of each source that are looked at. */
const maxRuns = 20;
const stuckAfterFailures = 3;
/** Hours after which an open run counts as stuck. */
export const stuckAfterHours = 6;

/** Returns quotas, slow work, stuck sources and the lag of the index over all organisations. */
export async function loadLimits(
  database: Database,
  quotas: DocumentQuotas,
): Promise<KnowledgeLimits> {
  const [organisations, searches, parses, sources, lag, build] = await Promise.all([
    loadUses(database, quotas),
    loadSlowWork(database, 'search'),
    loadSlowWork(database, 'parse'),
    loadStuckSources(database),
    loadIndexLag(database),
    findBuild(database),
  ]);
  return {
    organisations,
    slow_searches: searches.map(({ organisation_id, at, duration_ms }) => ({
      organisation_id,
      at,
      duration_ms,
    })),
    slow_parses: parses,
    stuck_sources: sources,
    index: {
      lag_seconds: Math.round(lag),
      building: build
        ? {
            embedding_model: build.embeddingModel,
            since: build.startedAt.toISOString(),
            documents_done: build.documentsDone,
            documents_total: build.documentsTotal,
          }
        : null,
    },
  };
}

/** Returns the seconds since the oldest request to index a document that is not done. */
export async function loadIndexLag(database: Database): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - min(work_since)), 0)::float8 as seconds
    from rag.documents
    where status in ('queued', 'parsing', 'indexing') and deleted_at is null`.execute(database);
  return rows[0]?.seconds ?? 0;
}

async function loadUses(database: Database, quotas: DocumentQuotas): Promise<OrganisationUse[]> {
  const { rows } = await sql<Record<'documents' | 'bytes' | 'seconds', number> & { id: string }>`
    select u.organisation_id as id, u.documents::float8, u.bytes::float8,
      coalesce(p.seconds, 0)::float8 as seconds
    from rag.document_use as u
    left join rag.parse_use as p
      on p.organisation_id = u.organisation_id and p.day = (now() at time zone 'UTC')::date
    where u.documents > 0
    order by greatest(u.documents / ${quotas.documents}::float8, u.bytes / ${quotas.bytes}::float8,
      coalesce(p.seconds, 0) / ${maxParseSecondsPerDay}::float8) desc, u.organisation_id
    limit ${maxOrganisations}`.execute(database);
  const use = (quota: QuotaName, used: number, limit: number) => ({
    quota,
    used: Math.ceil(used),
    limit,
  });
  return rows.map(({ id, documents, bytes, seconds }) => ({
    organisation_id: id,
    quotas: [
      use('documents', documents, quotas.documents),
      use('bytes', bytes, quotas.bytes),
      use('parse_seconds', seconds, maxParseSecondsPerDay),
    ],
  }));
}

async function loadSlowWork(database: Database, kind: 'search' | 'parse') {
  const { rows } = await sql<
    Omit<KnowledgeLimits['slow_parses'][number], 'at'> & { readonly at: Date }
  >`
    select w.organisation_id, w.at, w.duration_ms, w.document_id,
      -- The type by content, once it is known; the recorded one is what the uploader said.
      coalesce(d.mime_type, w.format) as format
    from rag.slow_work as w
    left join rag.documents as d on d.id = w.document_id
    where w.kind = ${kind} and w.at > now() - interval '1 day'
    order by w.duration_ms desc, w.id desc limit ${maxSlow}`.execute(database);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

async function loadStuckSources(database: Database): Promise<KnowledgeLimits['stuck_sources']> {
  const { rows } = await sql<KnowledgeLimits['stuck_sources'][number]>`
    select s.id as source_id, s.organisation_id, s.kind, ended.failed_runs, ended.error_code,
      open.running_seconds
    from rag.sources as s
    cross join lateral (
      select coalesce(min(place) filter (where status <> 'failed') - 1, count(*))::int
          as failed_runs,
        min(error_code) filter (where place = 1) as error_code
      from (
        select status, error_code, row_number() over (order by created_at desc, id desc) as place
        from (
          select * from rag.source_runs where source_id = s.id order by created_at desc, id desc
          limit ${maxRuns}
        ) as recent
        where not preview and status not in ('queued', 'running')
      ) as runs
    ) as ended
    left join lateral (
      select extract(epoch from now() - coalesce(started_at, created_at))::int as running_seconds
      from rag.source_runs
      where source_id = s.id and status in ('queued', 'running') and not preview
    ) as open on true
    where not s.paused and (
      ended.failed_runs >= ${stuckAfterFailures}
      or open.running_seconds > ${stuckAfterHours * 3_600})
    order by open.running_seconds desc nulls last, ended.failed_runs desc, s.id
    limit ${maxSources}`.execute(database);
  return rows;
}
