import {
  AppError,
  errorCatalogue,
  isErrorCode,
  type ParsedResearchRequest,
  type ResearchFrame,
  type ResearchResponse,
  type ResearchRun,
  type ResearchStatus,
  researchResponseSchema,
} from '@lectern/contracts';
import { cursorNumberSchema, cutPage, type OrganisationQuota, readCursor } from '@lectern/service';
import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import type { LlmTables } from '../../database/tables.ts';
import type { Owner } from '../../ports/owner.ts';

export interface StoredRun extends ResearchRun {
  readonly request: ParsedResearchRequest;
  readonly result: ResearchResponse | null;
}

interface NewRun {
  readonly id: string;
  /** The turn of a conversation that it answers. */
  readonly turnId: string | undefined;
  readonly request: ParsedResearchRequest;
}

/** End of a run. Without a result, an earlier one stays. */
export interface RunEnd {
  readonly status: ResearchStatus;
  readonly result?: ResearchResponse;
  readonly error?: AppError;
}

interface RunRow {
  readonly id: string;
  readonly query: string;
  readonly status: ResearchStatus;
  readonly intent: ResearchRun['intent'];
  readonly request: ParsedResearchRequest;
  readonly result: unknown;
  readonly error_code: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly position: string;
}

/**
 * A run whose process fell silent for so long was interrupted. Shorter than for turns, so that a
 * turn that is taken over finds its run free.
 */
const silentMs = 15_000;

const columns = `id, query, intent, request, result, error_code, created_at, updated_at, position,
  case when status = 'running' and beat_at < now() - ${silentMs} * interval '1 ms'
    then 'interrupted' else status end as status`;

/** Research runs of people. A run is its owner's alone: for others there is none. */
export class ResearchRuns {
  readonly #pool: Pool;
  readonly #database: Kysely<LlmTables>;
  readonly #quota: OrganisationQuota;

  constructor(pool: Pool, database: Kysely<LlmTables>, quota: OrganisationQuota) {
    this.#pool = pool;
    this.#database = database;
    this.#quota = quota;
  }

  /** @throws AppError `quota_exceeded`. */
  async begin(owner: Owner, run: NewRun): Promise<void> {
    await this.#database.transaction().execute(async (transaction) => {
      await insertRun(transaction, owner, run);
      await this.#quota.assertRoom(transaction, owner.organisationId);
    });
  }

  async exists(id: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query('select from llm.research_runs where id = $1', [
      id,
    ]);
    return rowCount === 1;
  }

  /**
   * Marks a run as going on.
   * @throws AppError `turn_running` while another process is at it, with the seconds after which it
   *   is free if that process died.
   */
  async reopen(owner: Owner, id: string): Promise<StoredRun> {
    const run = await this.get(owner, id);
    const { rowCount } = await this.#pool.query(
      `update llm.research_runs
       set status = 'running', error_code = null, beat_at = now(), updated_at = now()
       where id = $1 and (status <> 'running' or beat_at < now() - $2 * interval '1 ms')`,
      [id, silentMs],
    );
    if (rowCount === 0) throw await this.#underWay(id);
    return run;
  }

  async #underWay(id: string): Promise<AppError> {
    const { rows } = await this.#pool.query<{ silent_ms: number }>(
      `select extract(epoch from now() - beat_at)::float8 * 1000 as silent_ms
       from llm.research_runs where id = $1`,
      [id],
    );
    const leftMs = silentMs - (rows[0]?.silent_ms ?? 0);
    return new AppError('turn_running', 'This run is still under way.', {
      details: { retry_after: Math.max(1, Math.ceil(leftMs / 1_000)) },
    });
  }

  /** A sign of life. */
  async beat(id: string): Promise<void> {
    await this.#pool.query('update llm.research_runs set beat_at = now() where id = $1', [id]);
  }

  async setIntent(id: string, frame: ResearchFrame): Promise<void> {
    await this.#pool.query('update llm.research_runs set intent = $2 where id = $1', [
      id,
      frame.intent,
    ]);
  }

  async finish(id: string, { status, result, error }: RunEnd): Promise<void> {
    await this.#pool.query(
      `update llm.research_runs set status = $2, result = coalesce($3, result), error_code = $4,
       updated_at = now() where id = $1`,
      [id, status, result ? JSON.stringify(result) : null, error?.code ?? null],
    );
  }

  /** @throws AppError `research_not_found`. */
  async get({ organisationId, userId }: Owner, id: string): Promise<StoredRun> {
    const { rows } = await this.#pool.query<RunRow>(
      `select ${columns} from llm.research_runs
       where id = $1 and organisation_id = $2 and user_id = $3`,
      [id, organisationId, userId],
    );
    if (!rows[0]) throw new AppError('research_not_found');
    return toRun(rows[0]);
  }

  /** Results of those of the ids that are ended runs of the owner. */
  async listResults(
    { organisationId, userId }: Owner,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, ResearchResponse>> {
    const { rows } = await this.#pool.query<Pick<RunRow, 'id' | 'result'>>(
      `select id, result from llm.research_runs
       where id = any($1::uuid[]) and organisation_id = $2 and user_id = $3`,
      [ids, organisationId, userId],
    );
    return new Map(
      rows.flatMap(({ id, result }) => {
        const read = researchResponseSchema.safeParse(result).data;
        return read ? [[id, read] as const] : [];
      }),
    );
  }

  async list(
    { organisationId, userId }: Owner,
    { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<{ readonly runs: readonly ResearchRun[]; readonly next_cursor: string | null }> {
    const before = cursor === undefined ? null : readCursor(cursorNumberSchema, cursor);
    const { rows } = await this.#pool.query<RunRow>(
      `select ${columns} from llm.research_runs
       where organisation_id = $1 and user_id = $2 and ($3::bigint is null or position < $3)
       order by position desc limit $4`,
      [organisationId, userId, before, limit + 1],
    );
    const { page, nextCursor } = cutPage(rows, limit, ({ position }) => position);
    return {
      runs: page.map((row) => {
        const { request: _request, result: _result, ...run } = toRun(row);
        return run;
      }),
      next_cursor: nextCursor,
    };
  }

  /**
   * Removes a run.
   * @throws AppError `research_not_found`.
   */
  async delete({ organisationId, userId }: Owner, id: string): Promise<void> {
    const { rowCount } = await this.#pool.query(
      'delete from llm.research_runs where id = $1 and organisation_id = $2 and user_id = $3',
      [id, organisationId, userId],
    );
    if (rowCount === 0) throw new AppError('research_not_found');
  }

  /** Removes runs of people who are no longer members of their organisation; gives their ids. */
  async removeDeparted(): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ id: string }>(
      `delete from llm.research_runs as r where not exists (
         select from auth.principals as p
         where p.user_id = r.user_id and p.organisation_id = r.organisation_id
       ) returning r.id`,
    );
    return rows.map(({ id }) => id);
  }
}

function toRun(row: RunRow): StoredRun {
  return {
    checkpoint_id: row.id,
    query: row.query,
    status: row.status,
    intent: row.intent,
    error: toError(row.error_code),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    request: row.request,
    result: researchResponseSchema.safeParse(row.result).data ?? null,
  };
}

/** The code is kept; the sentence is the catalogue's. */
function toError(code: string | null): ResearchRun['error'] {
  if (code === null) return null;
  const known = isErrorCode(code) ? code : 'internal';
  return { code: known, message: errorCatalogue[known].message };
}

async function insertRun(
  database: Kysely<LlmTables>,
  { organisationId, userId }: Owner,
  { id, turnId, request }: NewRun,
): Promise<void> {
  await sql`
    insert into llm.research_runs
      (id, organisation_id, user_id, query, request, turn_id, status)
    values (${id}, ${organisationId}, ${userId}, ${request.query}, ${JSON.stringify(request)},
      ${turnId ?? null}, 'running')
    on conflict (id) do update set
      status = 'running', result = null, error_code = null, intent = null, beat_at = now(), updated_at = now()
    where research_runs.turn_id = excluded.turn_id`.execute(database);
}
