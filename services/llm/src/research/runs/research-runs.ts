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
import { type Selectable, sql } from 'kysely';
import type { LlmDatabase, ResearchRunRow } from '../../database/tables.ts';
import { type Owner, ofOwner } from '../../ports/owner.ts';

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

const isOutsideBin = sql<boolean>`not exists (
  select from llm.turns as turn join llm.conversations as c on c.id = turn.conversation_id
  where turn.id = research_runs.turn_id and c.deleted_at is not null)`;

/**
 * A running run without a heartbeat for this time was interrupted. Shorter than for turns, so that a
 * turn that is taken over finds its run free.
 */
const silentMs = 15_000;
const isSilent = sql<boolean>`beat_at < now() - ${silentMs} * interval '1 ms'`;

/** Research runs of people. Only the owner of a run can see it. */
export class ResearchRuns {
  readonly #database: LlmDatabase;
  readonly #quota: OrganisationQuota;

  constructor(database: LlmDatabase, quota: OrganisationQuota) {
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
    return (
      (await this.#database
        .selectFrom('research_runs')
        .select('id')
        .where('id', '=', id)
        .executeTakeFirst()) !== undefined
    );
  }

  /**
   * Marks a run as running again.
   * @throws AppError `turn_running` while another process runs it, with the seconds after which it
   *   is free if that process died.
   */
  async reopen(owner: Owner, id: string): Promise<StoredRun> {
    const run = await this.get(owner, id);
    const { numUpdatedRows } = await this.#update(id)
      .set({ status: 'running', error_code: null, beat_at: sql`now()`, updated_at: sql`now()` })
      .where((is) => is.or([is('status', '<>', 'running'), isSilent]))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw await this.#underWay(id);
    return run;
  }

  async #underWay(id: string): Promise<AppError> {
    const row = await this.#database
      .selectFrom('research_runs')
      .select(sql<number>`extract(epoch from now() - beat_at)::float8 * 1000`.as('silentMs'))
      .where('id', '=', id)
      .executeTakeFirst();
    const leftMs = silentMs - (row?.silentMs ?? 0);
    return new AppError('turn_running', 'This run is still under way.', {
      details: { retry_after: Math.max(1, Math.ceil(leftMs / 1_000)) },
    });
  }

  /** Records that the run's process is alive. */
  async beat(id: string): Promise<void> {
    await this.#update(id).set({ beat_at: sql`now()` }).execute();
  }

  async setIntent(id: string, { intent }: ResearchFrame): Promise<void> {
    await this.#update(id).set({ intent }).execute();
  }

  async finish(id: string, { status, result, error }: RunEnd): Promise<void> {
    await this.#update(id)
      .set({
        status,
        error_code: error?.code ?? null,
        updated_at: sql`now()`,
        ...(result && { result: JSON.stringify(result) }),
      })
      .execute();
  }

  /** @throws AppError `research_not_found`. */
  async get(owner: Owner, id: string): Promise<StoredRun> {
    const row = await this.#select(owner).where('id', '=', id).executeTakeFirst();
    if (!row) throw new AppError('research_not_found');
    return toRun(row);
  }

  /** Returns the results of those of the ids that are ended runs of the owner. */
  async listResults(
    owner: Owner,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, ResearchResponse>> {
    const rows = await this.#select(owner)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
    return new Map(
      rows.flatMap(({ id, result }) => {
        const read = readResult(result);
        return read ? [[id, read] as const] : [];
      }),
    );
  }

  async list(
    owner: Owner,
    { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<{ readonly runs: readonly ResearchRun[]; readonly next_cursor: string | null }> {
    const rows = await this.#select(owner)
      .$if(cursor !== undefined, (runs) =>
        runs.where('position', '<', readCursor(cursorNumberSchema, cursor ?? '')),
      )
      .orderBy('position', 'desc')
      .limit(limit + 1)
      .execute();
    const { page, nextCursor } = cutPage(rows, limit, ({ position }) => position);
    return {
      runs: page.map((row) => {
        const { request: _request, result: _result, ...run } = toRun(row);
        return run;
      }),
      next_cursor: nextCursor,
    };
  }

  /** @throws AppError `research_not_found`. */
  async delete(owner: Owner, id: string): Promise<void> {
    const { numDeletedRows } = await this.#database
      .deleteFrom('research_runs')
      .where('id', '=', id)
      .where((is) => is.and(ofOwner(owner)))
      .where(isOutsideBin)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError('research_not_found');
  }

  /** Deletes runs of people who have left their organisation, and returns their ids. */
  async removeDeparted(): Promise<readonly string[]> {
    const rows = await this.#database
      .deleteFrom('research_runs')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('auth.principals')
              .select('auth.principals.user_id')
              .whereRef('auth.principals.user_id', '=', 'research_runs.user_id')
              .whereRef('auth.principals.organisation_id', '=', 'research_runs.organisation_id'),
          ),
        ),
      )
      .returning('research_runs.id')
      .execute();
    return rows.map(({ id }) => id);
  }

  #update(id: string) {
    return this.#database.updateTable('research_runs').where('id', '=', id);
  }

  #select(owner: Owner) {
    return this.#database
      .selectFrom('research_runs')
      .where(isOutsideBin)
      .selectAll()
      .select(isSilent.as('isSilent'))
      .where((is) => is.and(ofOwner(owner)));
  }
}

function toRun(row: Selectable<ResearchRunRow> & { readonly isSilent: boolean }): StoredRun {
  return {
    checkpoint_id: row.id,
    query: row.query,
    status: row.status === 'running' && row.isSilent ? 'interrupted' : row.status,
    intent: row.intent,
    error: toError(row.error_code),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    request: row.request,
    result: readResult(row.result) ?? null,
  };
}

function readResult(stored: unknown): ResearchResponse | undefined {
  const { trace, frame } = Object(stored) as Partial<ResearchResponse>;
  // A result of version 0.1.0 has codes alone as errors of its trace.
  const errors = Object.entries(trace?.errors ?? {}).map(([node, error]) => [
    node,
    typeof error === 'string' ? { code: error, at: null, tries: 0 } : error,
  ]);
  const upgraded = trace && {
    ...(stored as object),
    frame: dropSimilar(frame),
    trace: { ...trace, errors: Object.fromEntries(errors) },
  };
  return researchResponseSchema.safeParse(upgraded).data;
}

/** Frames of earlier versions also named studies to which similar ones were searched for. */
function dropSimilar(frame: Partial<ResearchFrame> | undefined): object {
  const { similar_to: _, ...entities } = Object(frame?.entities);
  return { ...frame, entities };
}

/** Only the code is stored; the sentence is the catalogue's. */
function toError(code: string | null): ResearchRun['error'] {
  if (code === null) return null;
  const known = isErrorCode(code) ? code : 'internal';
  return { code: known, message: errorCatalogue[known].message };
}

async function insertRun(
  database: LlmDatabase,
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
