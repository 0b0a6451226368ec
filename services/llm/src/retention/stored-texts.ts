import { binDays } from '@lectern/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { LlmDatabase } from '../database/tables.ts';
import { turnThreadPrefix } from '../ports/answer-mode.ts';

/** Numbers of texts past their retention, by kind. All are 0 when retention works. */
export interface Leftovers {
  /** Conversations of former members, and those whose time in the bin is over. */
  readonly conversations: number;
  /** Expired threads of checkpoints, and threads of ended turns. */
  readonly checkpoints: number;
  /** Turns whose stream is still stored a day after their end. */
  readonly stream_parts: number;
}

const checkpointTables = ['checkpoint_writes', 'checkpoint_blobs', 'checkpoints'];

const isOverdue = sql`(c.deleted_at < now() - ${binDays} * interval '1 day' or not exists (
  select from auth.principals as p
  where p.user_id = c.user_id and p.organisation_id = c.organisation_id
))`;

/**
 * Retention of the service's own tables and of checkpoints. It reads the gateway's view of members.
 */
export class StoredTexts {
  readonly #database: LlmDatabase;

  constructor(database: LlmDatabase) {
    this.#database = database;
  }

  /**
   * Deletes conversations of people who have left their organisation, and those whose time in the
   * bin is over, with everything that belongs to them. Returns the ids of the turns.
   */
  async removeOverdue(): Promise<readonly string[]> {
    return this.#database.transaction().execute(async (transaction) => {
      const { rows: conversations } = await sql<{ id: string }>`
        select c.id from llm.conversations as c where ${isOverdue} for update`.execute(transaction);
      if (conversations.length === 0) return [];
      const ids = conversations.map(({ id }) => id);
      const turns = await transaction
        .selectFrom('turns')
        .select('id')
        .where('conversation_id', 'in', ids)
        .execute();
      await transaction.deleteFrom('conversations').where('id', 'in', ids).execute();
      return turns.map(({ id }) => id);
    });
  }

  /**
   * Removes the usage and the budgets of organisations that were deleted, and those of people who
   * have left. Their usage stays in the sums of their organisation, without their ids.
   */
  async removeDepartedUsage(): Promise<void> {
    await this.#database.transaction().execute(async (transaction) => {
      await sql`
        with departed as (
          delete from llm.model_usage as u
          where u.user_id <> '' and not exists (
            select from auth.principals as p
            where p.user_id = u.user_id and p.organisation_id = u.organisation_id
          )
          returning u.*
        )
        insert into llm.model_usage as kept (
          organisation_id, day, user_id, connection_id, connection_name, model,
          calls, failed_calls, estimated_calls, tokens_in, tokens_out, duration_ms
        )
        select d.organisation_id, d.day, '', d.connection_id, max(d.connection_name), max(d.model),
          sum(d.calls), sum(d.failed_calls), sum(d.estimated_calls), sum(d.tokens_in),
          sum(d.tokens_out), sum(d.duration_ms)
        from departed as d
        group by d.organisation_id, d.day, d.connection_id
        on conflict (organisation_id, day, user_id, connection_id) do update set
          calls = kept.calls + excluded.calls,
          failed_calls = kept.failed_calls + excluded.failed_calls,
          estimated_calls = kept.estimated_calls + excluded.estimated_calls,
          tokens_in = kept.tokens_in + excluded.tokens_in,
          tokens_out = kept.tokens_out + excluded.tokens_out,
          duration_ms = kept.duration_ms + excluded.duration_ms`.execute(transaction);
      for (const table of ['model_usage', 'token_budgets']) {
        await sql`
          delete from ${sql.table(`llm.${table}`)} as t where not exists (
            select from auth.principals as p where p.organisation_id = t.organisation_id
          )`.execute(transaction);
      }
      await sql`
        delete from llm.token_budgets as b
        where b.scope = 'person' and not exists (
            select from auth.principals as p
            where p.user_id = b.subject_id and p.organisation_id = b.organisation_id)
          or b.scope = 'team' and not exists (
            select from auth.teams as t
            where t.team_id = b.subject_id and t.organisation_id = b.organisation_id)`.execute(
        transaction,
      );
    });
  }

  /** Deletes private prompts and assistants of people who have left, and all of deleted organisations. */
  async removeDepartedItems(): Promise<void> {
    for (const table of ['prompts', 'assistants']) {
      await sql`
      delete from ${sql.table(`llm.${table}`)} as t
      where not exists (
          select from auth.principals as p where p.organisation_id = t.organisation_id
        )
        or not t.visible_to_everyone and t.visible_roles = '{}' and t.visible_team_ids = '{}'
          and t.visible_user_ids = '{}'
          and not exists (
            select from auth.principals as p
            where p.user_id = t.user_id and p.organisation_id = t.organisation_id
          )`.execute(this.#database);
    }
  }

  /**
   * Deletes checkpoints whose last write is older than a number of days, except those of running
   * turns.
   */
  async dropOldCheckpoints(days: number): Promise<void> {
    await this.#database.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ thread_id: string }>`
        select old.thread_id from ${oldThreads(days)} as old`.execute(transaction);
      const threads = rows.map((row) => row.thread_id);
      for (const table of checkpointTables) {
        await sql`
          delete from ${sql.table(`llm.${table}`)}
          where thread_id = any(${threads}::text[])`.execute(transaction);
      }
    });
  }

  async countLeftovers(checkpointDays: number): Promise<Leftovers> {
    return {
      conversations: await this.#count(sql`llm.conversations as c where ${isOverdue}`),
      checkpoints: await this.#count(
        sql`(
          select thread_id from ${oldThreads(checkpointDays)} as old
          union select thread_id from ${oldThreads(1)} as ended
          where thread_id like ${`${turnThreadPrefix}%`}
        ) as threads`,
      ),
      stream_parts: await this.#count(
        sql`llm.turns as t where t.finished_at < now() - interval '1 day'
          and exists (select from llm.stream_parts as s where s.turn_id = t.id)`,
      ),
    };
  }

  async #count(from: RawBuilder<unknown>): Promise<number> {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from ${from}`.execute(this.#database);
    return rows[0]?.count ?? 0;
  }
}

/** Selects threads whose newest checkpoint is older, except those of running turns. */
function oldThreads(days: number): RawBuilder<unknown> {
  return sql`(
    select thread_id from llm.checkpoints
    where not exists (
      select from llm.turns
      where turns.status in ('running', 'waiting') and ${turnThreadPrefix} || turns.id = checkpoints.thread_id
    )
    group by thread_id
    having max((checkpoint->>'ts')::timestamptz) < now() - ${days} * interval '1 day'
  )`;
}
