import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  AppError,
  type Budget,
  type OrganisationUse,
  type PageQuery,
  type QuotaUse,
  type SetBudget,
} from '@lectern/contracts';
import { cursorTextSchema, cutPage, type Metrics, readCursor } from '@lectern/service';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { LlmDatabase } from '../database/tables.ts';
import type { Owner } from '../ports/owner.ts';

interface BudgetUse extends Omit<Budget, 'resets_at' | 'left'> {
  readonly organisation_id: string;
  readonly resets_at: Date;
  /** Tokens that running turns may still use. */
  readonly reserved: number;
}

const pollMs = 250;
/** Scrapes may be many, and each would sum the use of every organisation. */
const observeEveryMs = 60_000;
/** Maximum budgets that are compared over all organisations. */
const maxListed = 200;
/** Time after which the reservation of a lost process ends; longer than any turn. */
const reservationMinutes = 6;

/** Limits of the model tokens of an organisation, its teams and its people. */
export class Budgets {
  readonly #database: LlmDatabase;

  constructor(database: LlmDatabase) {
    this.#database = database;
  }

  /**
   * Lists all budgets of the organisation, or those that bind one person.
   * @throws AppError `invalid_request` for an invalid cursor.
   */
  async list(
    { organisationId, userId }: { readonly organisationId: string; readonly userId?: string },
    { limit, cursor }: PageQuery,
  ): Promise<{ budgets: Budget[]; nextCursor: string | null }> {
    const after = cursor === undefined ? '' : readCursor(cursorTextSchema, cursor);
    const binding = userId === undefined ? sql`true` : binds(userId);
    const rows = await loadUses(
      this.#database,
      organisationId,
      sql`${binding} and ${place} collate "C" > ${after} order by ${place} collate "C" limit ${limit + 1}`,
    );
    const { page, nextCursor } = cutPage(rows, limit, (last) =>
      [last.scope, last.subject_id ?? '', last.period].join(' '),
    );
    return { budgets: page.map(toBudget), nextCursor };
  }

  /** Returns the budgets of the whole organisation as quotas. */
  async listQuotas(organisationId: string): Promise<QuotaUse[]> {
    const uses = await loadUses(
      this.#database,
      organisationId,
      sql`b.scope = 'organisation' order by b.period`,
    );
    return uses.map(({ period, used, tokens }) => ({
      quota: `tokens_per_${period}`,
      used,
      limit: tokens,
    }));
  }

  /** Returns the budgets of whole organisations that are used up most, over all organisations. */
  async listFullest(): Promise<OrganisationUse[]> {
    const uses = await sql<BudgetUse>`
      select * from (${selectUses(sql`b.scope = 'organisation'`)}) as uses
      order by used / greatest(tokens, 1) desc, id limit ${maxListed}`.execute(this.#database);
    return uses.rows.map(({ organisation_id, period, used, tokens }) => ({
      organisation_id,
      quotas: [{ quota: `tokens_per_${period}`, used, limit: tokens }],
    }));
  }

  /** @throws AppError `invalid_request` for an unknown team or person. */
  async set({ organisationId }: Owner, { scope, subject_id, period, tokens }: SetBudget) {
    const subjectId = subject_id ?? '';
    const { rows } = await sql<{ id: string }>`
      insert into llm.token_budgets (id, organisation_id, scope, subject_id, period, token_limit)
      select ${randomUUID()}, ${organisationId}, ${scope}, ${subjectId}, ${period}, ${tokens}
      where ${scope} = 'organisation'
        or ${scope} = 'team' and exists (
          select from auth.teams as t
          where t.organisation_id = ${organisationId} and t.team_id = ${subjectId})
        or ${scope} = 'person' and exists (
          select from auth.principals as p
          where p.organisation_id = ${organisationId} and p.user_id = ${subjectId})
      on conflict (organisation_id, scope, subject_id, period)
        do update set token_limit = excluded.token_limit, updated_at = now()
      returning id`.execute(this.#database);
    const id = rows[0]?.id;
    if (id === undefined) {
      throw new AppError('invalid_request', `subject_id: is no ${scope} of the organisation`, {
        details: { field: 'subject_id' },
      });
    }
    const [use] = await loadUses(this.#database, organisationId, sql`b.id = ${id}`);
    if (!use) throw new AppError('budget_not_found');
    return toBudget(use);
  }

  /** @throws AppError `budget_not_found`. */
  async delete({ organisationId }: Owner, id: string): Promise<Pick<Budget, 'scope' | 'period'>> {
    const deleted = await this.#database
      .deleteFrom('token_budgets')
      .where('id', '=', id)
      .where('organisation_id', '=', organisationId)
      .returning(['scope', 'period'])
      .executeTakeFirst();
    if (!deleted) throw new AppError('budget_not_found');
    return deleted;
  }

  /** Checks the budgets that bind a person. @throws AppError `quota_exceeded`. */
  async assertRoom({ organisationId, userId }: Owner): Promise<void> {
    assertLeft(await loadUses(this.#database, organisationId, binds(userId)));
  }

  /**
   * Reserves tokens for a turn and returns the reservation, or undefined where no budget binds the
   * person. Near a limit, turns run one after another.
   *
   * @throws AppError `quota_exceeded`, or the signal's reason.
   */
  async reserve(owner: Owner, tokens: number, signal: AbortSignal): Promise<string | undefined> {
    for (;;) {
      const result = await this.#tryReserve(owner, tokens);
      if (result !== 'wait') return result;
      await delay(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  async release(reservation: string): Promise<void> {
    await this.#database.deleteFrom('token_reservations').where('id', '=', reservation).execute();
  }

  async #tryReserve(
    { organisationId, userId }: Owner,
    tokens: number,
  ): Promise<string | 'wait' | undefined> {
    const before = await loadUses(this.#database, organisationId, binds(userId));
    if (before.length === 0) return undefined;
    return this.#database.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(
        hashtextextended(${`token_budgets ${organisationId}`}, 0))`.execute(transaction);
      await transaction
        .deleteFrom('token_reservations')
        .where('organisation_id', '=', organisationId)
        .where('expires_at', '<=', sql<Date>`now()`)
        .execute();
      const uses = await loadUses(transaction, organisationId, binds(userId));
      assertLeft(uses);
      if (uses.some(({ used, reserved, tokens: limit }) => used + reserved >= limit)) return 'wait';
      const id = randomUUID();
      await transaction
        .insertInto('token_reservations')
        .values({
          id,
          organisation_id: organisationId,
          user_id: userId,
          tokens,
          expires_at: sql`now() + ${reservationMinutes} * interval '1 minute'`,
        })
        .execute();
      return id;
    });
  }
}

/** Exposes the use of the fullest budget of an organisation, as it was a minute ago at most. */
export function observeBudgets(metrics: Metrics, budgets: Pick<Budgets, 'listFullest'>): void {
  let uses: readonly OrganisationUse[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  metrics.gauge({
    name: 'lectern_quota_used_ratio',
    help: 'Share of a quota that the fullest organisation uses.',
    labels: ['quota'],
    collect: async (gauge) => {
      if (performance.now() - readAt > observeEveryMs) {
        readAt = performance.now();
        uses = await budgets.listFullest().catch(() => []);
      }
      gauge.reset();
      // The fullest one is written last.
      for (const { quota, used, limit } of uses.flatMap(({ quotas }) => quotas).toReversed()) {
        gauge.set({ quota }, used / Math.max(limit, 1));
      }
    },
  });
}

const place = sql`(b.scope || ' ' || b.subject_id || ' ' || b.period)`;

/** Selects the budgets that bind a person, with their present role and teams. */
function binds(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(
    b.scope = 'organisation'
    or b.scope = 'person' and b.subject_id = ${userId}
    or b.scope = 'team' and exists (
      select from auth.principal_teams as t
      where t.organisation_id = b.organisation_id and t.team_id = b.subject_id
        and t.user_id = ${userId}
    )
  )`;
}

/** Selects rows of the people of a budget. */
function ofSubject(column: string): RawBuilder<boolean> {
  return sql<boolean>`(
    b.scope = 'organisation'
    or b.scope = 'person' and ${sql.ref(column)} = b.subject_id
    or b.scope = 'team' and ${sql.ref(column)} in (
      select t.user_id from auth.principal_teams as t
      where t.organisation_id = b.organisation_id and t.team_id = b.subject_id
    )
  )`;
}

async function loadUses(
  database: QueryExecutorProvider,
  organisationId: string,
  condition: RawBuilder<unknown>,
): Promise<readonly BudgetUse[]> {
  const { rows } = await selectUses(
    sql`b.organisation_id = ${organisationId} and ${condition}`,
  ).execute(database);
  return rows;
}

function selectUses(condition: RawBuilder<unknown>): RawBuilder<BudgetUse> {
  return sql<BudgetUse>`
    select b.id, b.organisation_id, b.scope, nullif(b.subject_id, '') as subject_id, b.period,
      b.token_limit::float8 as tokens,
      (
        select coalesce(sum(u.tokens_in + u.tokens_out), 0)::float8
        from llm.model_usage as u
        where u.organisation_id = b.organisation_id and ${ofSubject('u.user_id')}
          and u.day >= date_trunc(b.period, now() at time zone 'utc')::date
      ) as used,
      (
        select coalesce(sum(r.tokens), 0)::float8
        from llm.token_reservations as r
        where r.organisation_id = b.organisation_id and ${ofSubject('r.user_id')}
          and r.expires_at > now()
      ) as reserved,
      (date_trunc(b.period, now() at time zone 'utc') + ('1 ' || b.period)::interval)
        at time zone 'utc' as resets_at
    from llm.token_budgets as b
    where ${condition}`;
}

function toBudget({
  organisation_id: _,
  reserved: _reserved,
  resets_at,
  ...use
}: BudgetUse): Budget {
  return {
    ...use,
    left: Math.max(0, use.tokens - use.used),
    resets_at: resets_at.toISOString(),
  };
}

const owners = {
  organisation: "Your organisation's",
  team: "Your team's",
  person: 'Your',
} as const;

function assertLeft(uses: readonly BudgetUse[]): void {
  const spent = uses.find(({ used, tokens }) => used >= tokens);
  if (!spent) return;
  const { scope, period, left, resets_at, used, tokens: limit } = toBudget(spent);
  throw new AppError(
    'quota_exceeded',
    `${owners[scope]} token budget for this ${period} is used up. The next one begins at ${resets_at}. The built-in model still answers.`,
    { details: { quota: `tokens_per_${period}`, used, limit, left, scope, resets_at } },
  );
}
