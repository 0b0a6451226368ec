import {
  AppError,
  type PageQuery,
  type Source,
  type SourceListQuery,
  type SourceRun,
  type SourceRunListQuery,
} from '@lectern/contracts';
import { cutPage, readCursor } from '@lectern/service';
import { CronExpressionParser } from 'cron-parser';
import { sql } from 'kysely';
import { type Access, covers, permissionRank, toPermission } from '../access/load-access.ts';
import {
  fromMicroseconds,
  nameCursorSchema,
  timeCursorSchema,
  toMicroseconds,
} from '../database/cursor.ts';
import type { Database, DatabaseTransaction, SourceRow, SourceRunRow } from '../database/tables.ts';

type Readable = Database | DatabaseTransaction;

/**
 * Returns the source if the caller manages its collection.
 * @throws AppError `source_not_found` if the collection is not readable, `forbidden` if it is not
 *   the caller's to manage.
 */
export async function requireSource(
  database: Readable,
  access: Access,
  id: string,
): Promise<SourceRow> {
  const row = await selectSources(database, access).where('s.id', '=', id).executeTakeFirst();
  if (!row?.rank) throw new AppError('source_not_found');
  if (!covers(toPermission(row.rank), 'manage')) {
    throw new AppError('forbidden', 'This needs the right to manage the collection.');
  }
  return row;
}

function selectSources(database: Readable, access: Access) {
  return database
    .selectFrom('rag.sources as s')
    .innerJoin('rag.collections as c', 'c.id', 's.collection_id')
    .selectAll('s')
    .select(permissionRank(access).as('rank'))
    .where('s.organisation_id', '=', access.organisationId);
}

/** Lists the sources of the collections that the caller manages, by name. */
export async function listSources(
  database: Database,
  access: Access,
  { limit, cursor, collection_id }: SourceListQuery,
): Promise<{ sources: Source[]; next_cursor: string | null }> {
  let query = selectSources(database, access)
    .where(sql<boolean>`${permissionRank(access)} >= 3`)
    .orderBy('s.name')
    .orderBy('s.id')
    .limit(limit + 1);
  if (collection_id) query = query.where('s.collection_id', '=', collection_id);
  if (cursor) {
    const [name, id] = readCursor(nameCursorSchema, cursor);
    query = query.where(sql<boolean>`(s.name, s.id) > (${name}, ${id}::uuid)`);
  }
  const { page, nextCursor } = cutPage(await query.execute(), limit, ({ name, id }) => [name, id]);
  return { sources: await showSources(database, page), next_cursor: nextCursor };
}

/** Returns a source with its last run. */
export async function showSource(database: Readable, row: SourceRow): Promise<Source> {
  const [source] = await showSources(database, [row]);
  if (!source) throw new AppError('source_not_found');
  return source;
}

async function showSources(database: Readable, rows: readonly SourceRow[]): Promise<Source[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const runs = await database
    .selectFrom('rag.source_runs')
    .selectAll()
    .distinctOn('source_id')
    .where('source_id', 'in', ids)
    .where('preview', '=', false)
    .orderBy('source_id')
    .orderBy('created_at', 'desc')
    .execute();
  const counts = await database
    .selectFrom('rag.source_entries as e')
    .innerJoin('rag.documents as d', 'd.id', 'e.document_id')
    .select(['e.source_id', ({ fn }) => fn.countAll<string>().as('count')])
    .where('e.source_id', 'in', ids)
    .where('d.deleted_at', 'is', null)
    .groupBy('e.source_id')
    .execute();
  const lastRuns = new Map(runs.map((run) => [run.source_id, run]));
  const documents = new Map(counts.map(({ source_id, count }) => [source_id, Number(count)]));
  return rows.map((row) => toSource(row, lastRuns.get(row.id), documents.get(row.id) ?? 0));
}

function toSource(row: SourceRow, run: SourceRunRow | undefined, documents: number): Source {
  const schedule = row.cron ? { cron: row.cron, time_zone: row.time_zone ?? 'UTC' } : null;
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    collection_id: row.collection_id,
    settings: row.settings,
    has_credentials: row.credentials !== null,
    schedule,
    next_run_at: schedule && !row.paused ? nextTime(schedule) : null,
    paused: row.paused,
    max_removed_share: row.max_removed_share,
    state: toState(row, run),
    document_count: documents,
    last_run: run ? toRun(run) : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function toState({ paused }: SourceRow, run: SourceRunRow | undefined): Source['state'] {
  if (run?.status === 'queued' || run?.status === 'running') return 'running';
  if (run?.status === 'waiting') return 'waiting';
  if (paused) return 'paused';
  return run?.status === 'failed' ? 'failing' : 'idle';
}

/** @throws Error for a wrong expression or time zone. */
export function nextTime({ cron, time_zone }: { cron: string; time_zone: string }): string | null {
  return CronExpressionParser.parse(cron, { tz: time_zone }).next().toISOString();
}

export function toRun(row: SourceRunRow): SourceRun {
  return {
    id: row.id,
    status: row.status,
    trigger: row.trigger,
    preview: row.preview,
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    listed: row.listed,
    added: row.added,
    changed: row.changed,
    removed: row.removed,
    skipped: row.skipped,
    failed: row.failed,
    waiting_removals: row.waiting_removals,
    errors: row.errors,
    error: row.error_code ? { code: row.error_code, message: row.error_message ?? '' } : null,
  };
}

/** Lists a source's runs, the newest first. */
export async function listRuns(
  database: Database,
  access: Access,
  { id, limit, cursor, include_previews }: PageQuery & SourceRunListQuery & { readonly id: string },
): Promise<{ runs: SourceRun[]; next_cursor: string | null }> {
  await requireSource(database, access, id);
  let query = database
    .selectFrom('rag.source_runs')
    .selectAll()
    .select(toMicroseconds('created_at').as('created_us'))
    .where('source_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (!include_previews) query = query.where('preview', '=', false);
  if (cursor) {
    const [createdUs, runId] = readCursor(timeCursorSchema, cursor);
    query = query.where(
      sql<boolean>`(created_at, id) < (${fromMicroseconds(createdUs)}, ${runId}::uuid)`,
    );
  }
  const { page, nextCursor } = cutPage(await query.execute(), limit, (row) => [
    row.created_us,
    row.id,
  ]);
  return { runs: page.map(toRun), next_cursor: nextCursor };
}
