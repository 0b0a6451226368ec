import { randomUUID } from 'node:crypto';
import { AppError, type SourceRun } from '@lectern/contracts';
import { writeToOutbox } from '@lectern/jobs';
import { isUniqueViolation } from '@lectern/service';
import { sql } from 'kysely';
import type { Access } from '../access/load-access.ts';
import type { Database, DatabaseTransaction, SourceRow, SourceRunRow } from '../database/tables.ts';
import { ragOutbox, sourcePreviewJob, sourceRunJob } from '../outbox/job-definitions.ts';
import { requireSource, toRun } from './show-source.ts';

/** Maximum runs of an organisation at once, and as many previews. */
const runsOfOrganisation = 2;
/** Runs at once in a worker, and previews: slow ones of one organisation leave a place. */
export const runsAtOnce = runsOfOrganisation + 1;
const runsPerSource = 200;
const previewWaitMs = 20_000;
const previewPollMs = 200;

/** Starts a run; while one is under way, returns that one. */
export async function startRun(
  database: Database,
  source: SourceRow,
  trigger: 'person' | 'schedule',
): Promise<SourceRunRow> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const current = await database
      .selectFrom('rag.source_runs')
      .selectAll()
      .where('source_id', '=', source.id)
      .where('status', 'in', ['queued', 'running'])
      .where('preview', '=', false)
      .executeTakeFirst();
    if (current) return current;
    try {
      return await insertRun(database, source, { trigger, preview: false });
    } catch (error) {
      if (!isUniqueViolation(error, 'source_runs_current')) throw error;
    }
  }
  throw new AppError('service_unavailable');
}

async function insertRun(
  database: Database,
  source: SourceRow,
  { trigger, preview }: Pick<SourceRunRow, 'trigger' | 'preview'>,
): Promise<SourceRunRow> {
  return database.transaction().execute(async (transaction) => {
    if (!preview) {
      await transaction
        .updateTable('rag.source_runs')
        .set({ status: 'cancelled', updated_at: new Date() })
        .where('source_id', '=', source.id)
        .where('status', '=', 'waiting')
        .execute();
    }
    await transaction
      .deleteFrom('rag.source_runs')
      .where('status', 'not in', ['queued', 'running'])
      .where('id', 'in', (query) =>
        query
          .selectFrom('rag.source_runs')
          .select('id')
          .where('source_id', '=', source.id)
          .orderBy('created_at', 'desc')
          .offset(runsPerSource),
      )
      .execute();
    const run = await transaction
      .insertInto('rag.source_runs')
      .values({
        id: randomUUID(),
        organisation_id: source.organisation_id,
        source_id: source.id,
        status: 'queued',
        trigger,
        preview,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await publishRuns(transaction, run);
    return run;
  });
}

/**
 * Publishes the first runs of an organisation, or its first previews; the others follow when one of
 * these ends. Publishing a run again adds nothing.
 */
export async function publishRuns(
  transaction: DatabaseTransaction,
  { organisation_id, preview }: Pick<SourceRunRow, 'organisation_id' | 'preview'>,
): Promise<void> {
  // Otherwise a run that begins while another ends would not be seen.
  await sql`select pg_advisory_xact_lock(
    hashtextextended(${`rag.source-runs ${organisation_id}`}, 0))`.execute(transaction);
  const rows = await transaction
    .selectFrom('rag.source_runs')
    .select(['id', 'confirmed_removals'])
    .where('organisation_id', '=', organisation_id)
    .where('preview', '=', preview)
    .where('status', 'in', ['queued', 'running'])
    // Running ones first.
    .orderBy('status', 'desc')
    .orderBy('created_at')
    .limit(runsOfOrganisation)
    .execute();
  await writeToOutbox(transaction, ragOutbox, {
    definition: preview ? sourcePreviewJob : sourceRunJob,
    jobs: rows.map(({ id, confirmed_removals }, at) => ({
      // The job that ended with the question may not be gone yet when a person answers.
      id: `${id}-${confirmed_removals}`,
      priority: at + 1,
      data: { run_id: id },
    })),
  });
}

/** Counts what a run would do. A long preview is answered while it is under way. */
export async function previewSource(
  database: Database,
  access: Access,
  id: string,
): Promise<SourceRun> {
  const source = await requireSource(database, access, id);
  let run = await insertRun(database, source, { trigger: 'person', preview: true });
  const until = Date.now() + previewWaitMs;
  while ((run.status === 'queued' || run.status === 'running') && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, previewPollMs));
    run = await findRun(database, id, run.id);
  }
  return toRun(run);
}

/**
 * Runs again with the removals that a person has seen. More removals wait again.
 * @throws AppError `source_run_not_found`, `source_run_state_conflict`.
 */
export async function confirmRun(
  database: Database,
  access: Access,
  { id, runId }: { readonly id: string; readonly runId: string },
): Promise<SourceRun> {
  await requireSource(database, access, id);
  await findRun(database, id, runId);
  return database.transaction().execute(async (transaction) => {
    const run = await transaction
      .updateTable('rag.source_runs')
      .set(({ ref }) => ({
        status: 'queued',
        confirmed_removals: ref('waiting_removals'),
        waiting_removals: 0,
        finished_at: null,
        starts: 0,
        updated_at: new Date(),
      }))
      .where('id', '=', runId)
      .where('status', '=', 'waiting')
      .returningAll()
      .executeTakeFirst();
    if (!run) throw new AppError('source_run_state_conflict');
    await publishRuns(transaction, run);
    return toRun(run);
  });
}

async function findRun(database: Database, sourceId: string, id: string): Promise<SourceRunRow> {
  const row = await database
    .selectFrom('rag.source_runs')
    .selectAll()
    .where(sql<boolean>`id::text = ${id}`)
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
  if (!row) throw new AppError('source_run_not_found');
  return row;
}
