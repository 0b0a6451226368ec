import {
  AppError,
  type EvaluationRun,
  type EvaluationRunDetail,
  idSchema,
  type PageQuery,
} from '@lectern/contracts';
import { cutPage, readCursor } from '@lectern/service';
import { sql } from 'kysely';
import type { Access } from '../access/load-access.ts';
import { fromMicroseconds, timeCursorSchema, toMicroseconds } from '../database/cursor.ts';
import type { Database } from '../database/tables.ts';
import { evaluationLimits } from './evaluation-limits.ts';
import { getSet } from './select-sets.ts';

export interface RunPlace {
  readonly setId: string;
  readonly id: string;
}

/**
 * Lists the runs of a set, the newest first.
 * @throws AppError `evaluation_set_not_found`.
 */
export async function listRuns(
  database: Database,
  access: Access,
  { setId, limit, cursor }: PageQuery & { readonly setId: string },
): Promise<{ runs: EvaluationRun[]; next_cursor: string | null }> {
  await getSet(database, access, setId);
  await endLostRuns(database, access.organisationId);
  let query = selectRuns(database, setId)
    .select(toMicroseconds('created_at').as('created_us'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (cursor) {
    const [createdUs, id] = readCursor(timeCursorSchema, cursor);
    query = query.where(
      sql<boolean>`(created_at, id) < (${fromMicroseconds(createdUs)}, ${id}::uuid)`,
    );
  }
  const rows = await query.execute();
  const { page, nextCursor } = cutPage(rows, limit, ({ created_us, id }) => [created_us, id]);
  return { runs: page.map(toRun), next_cursor: nextCursor };
}

/**
 * Returns a run.
 * @throws AppError `evaluation_set_not_found`, `evaluation_run_not_found`.
 */
export async function getRun(
  database: Database,
  access: Access,
  { setId, id }: RunPlace,
): Promise<EvaluationRunDetail> {
  await getSet(database, access, setId);
  await endLostRuns(database, access.organisationId);
  const row = await selectRuns(database, setId)
    .select('result')
    .where('id', '=', requireRunId(id))
    .executeTakeFirst();
  if (!row) throw new AppError('evaluation_run_not_found');
  return { ...toRun(row), result: row.result };
}

/**
 * Deletes a run; a running one notices and ends.
 * @throws AppError `evaluation_set_not_found`, `evaluation_run_not_found`.
 */
export async function deleteRun(
  database: Database,
  access: Access,
  { setId, id }: RunPlace,
): Promise<void> {
  await getSet(database, access, setId);
  const { numDeletedRows } = await database
    .deleteFrom('rag.evaluation_runs')
    .where('set_id', '=', setId)
    .where('id', '=', requireRunId(id))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('evaluation_run_not_found');
}

/** Marks runs without a process as failed. */
export async function endLostRuns(database: Database, organisationId: string): Promise<void> {
  const lost = new AppError('service_unavailable');
  await database
    .updateTable('rag.evaluation_runs')
    .set({
      status: 'failed',
      error_code: lost.code,
      error_message: lost.message,
      finished_at: new Date(),
    })
    .where('organisation_id', '=', organisationId)
    .where('status', '=', 'running')
    .where(
      sql<boolean>`updated_at < now() - ${evaluationLimits.silentAfterSeconds} * interval '1 second'`,
    )
    .execute();
}

function selectRuns(database: Database, setId: string) {
  return database
    .selectFrom('rag.evaluation_runs')
    .select([
      'id',
      'status',
      'settings',
      'done',
      'total',
      'error_code',
      'error_message',
      'created_at',
      'finished_at',
    ])
    .select(
      sql<EvaluationRun['ndcg_at_10']>`
        jsonb_path_query_array(result, '$.settings[*].scores.ndcg_at_10')`.as('ndcg_at_10'),
    )
    .where('set_id', '=', setId);
}

type Shown = Omit<EvaluationRun, 'created_at' | 'finished_at' | 'error'> & {
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
};

function toRun(row: Shown): EvaluationRun {
  const { error_code: code, error_message: message } = row;
  return {
    id: row.id,
    status: row.status,
    settings: row.settings,
    done: row.done,
    total: row.total,
    ndcg_at_10: row.ndcg_at_10,
    error: code === null ? null : { code, message: message ?? '' },
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

function requireRunId(id: string): string {
  if (!idSchema.safeParse(id).success) throw new AppError('evaluation_run_not_found');
  return id;
}
