import { AppError, type ModelUse, type Usage, type UsageGroup } from '@lectern/contracts';
import { cursorNumberSchema, cutPage, readCursor } from '@lectern/service';
import { type RawBuilder, sql } from 'kysely';
import type { LlmDatabase } from '../database/tables.ts';
import type { Owner } from '../ports/owner.ts';
import type { UsageScope } from './usage-scope.ts';

/** A model call that has ended. */
export interface ModelCall {
  readonly owner: Owner;
  readonly connection: { readonly id: string; readonly name: string };
  /** Name of the model at its provider. */
  readonly model: string;
  readonly hasFailed: boolean;
  /** The provider counted no tokens. */
  readonly isEstimated: boolean;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly durationMs: number;
}

export interface UsagePage {
  readonly by: UsageGroup;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

type CountedUse = Omit<ModelUse, 'costs'> & { readonly costs: ModelUse['costs'] | null };

const groups: Readonly<Record<UsageGroup, RawBuilder<unknown>>> = {
  person: sql`used.user_id`,
  model: sql`used.connection_id::text`,
  day: sql`to_char(used.day, 'YYYY-MM-DD')`,
};

/** Counts model calls by organisation, person, connection and day. */
export class ModelUsage {
  readonly #database: LlmDatabase;

  constructor(database: LlmDatabase) {
    this.#database = database;
  }

  async count({ owner, connection, model, ...call }: ModelCall): Promise<void> {
    await sql`
      insert into llm.model_usage as counted (
        organisation_id, day, user_id, connection_id, connection_name, model,
        calls, failed_calls, estimated_calls, tokens_in, tokens_out, duration_ms
      ) values (
        ${owner.organisationId}, (now() at time zone 'utc')::date, ${owner.userId},
        ${connection.id}, ${connection.name}, ${model},
        1, ${call.hasFailed ? 1 : 0}, ${call.isEstimated ? 1 : 0},
        ${call.tokensIn}, ${call.tokensOut}, ${Math.round(call.durationMs)}
      )
      on conflict (organisation_id, day, user_id, connection_id) do update set
        connection_name = excluded.connection_name,
        model = excluded.model,
        calls = counted.calls + 1,
        failed_calls = counted.failed_calls + excluded.failed_calls,
        estimated_calls = counted.estimated_calls + excluded.estimated_calls,
        tokens_in = counted.tokens_in + excluded.tokens_in,
        tokens_out = counted.tokens_out + excluded.tokens_out,
        duration_ms = counted.duration_ms + excluded.duration_ms`.execute(this.#database);
  }

  /** @throws AppError `invalid_request` for an invalid cursor. */
  async list(
    scope: UsageScope,
    { by, limit, cursor }: UsagePage,
  ): Promise<Pick<Usage, 'usage' | 'total' | 'next_cursor'>> {
    const skipped = cursor === undefined ? 0 : Number(readCursor(cursorNumberSchema, cursor));
    const rows = await this.#load(scope, by);
    const [total, ...found] = rows;
    if (!total) throw new AppError('internal');
    const listed = found.slice(skipped, skipped + limit + 1);
    const { page, nextCursor } = cutPage(listed, limit, () => String(skipped + limit));
    const { id: _id, name: _name, model: _model, ...sum } = total;
    return { usage: [...page], total: sum, next_cursor: nextCursor };
  }

  /** Returns the total, then the groups in their order. */
  async #load(
    { organisationId, userId, from, to }: UsageScope,
    by: UsageGroup,
  ): Promise<ModelUse[]> {
    const days =
      by === 'day'
        ? sql`union all
          select to_char(day, 'YYYY-MM-DD'), 0, 0, 0, 0, 0, 0, null, null, null, null, null
          from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as day`
        : sql``;
    const { rows } = await sql<CountedUse & { is_total: boolean }>`
      with used as (
        select ${groups[by]} as id, calls, failed_calls, estimated_calls, tokens_in, tokens_out,
          duration_ms, connection_name, used.model, used.day, priced.price_currency as currency,
          (tokens_in * priced.price_in + tokens_out * priced.price_out) / 1e6 as cost
        from llm.model_usage as used
        left join llm.model_connections as priced
          on priced.id = used.connection_id and priced.organisation_id = used.organisation_id
        where used.organisation_id = ${organisationId}
          and used.day between ${from}::date and ${to}::date
          and (${userId ?? null}::text is null or used.user_id = ${userId ?? null})
        ${days}
      ), by_currency as (
        select id, currency, sum(cost) as amount, grouping(id) = 1 as is_total
        from used where currency is not null
        group by grouping sets ((id, currency), (currency))
      ), grouped as (
        select id, grouping(id) = 1 as is_total,
          coalesce(sum(calls), 0)::float8 as calls,
          coalesce(sum(failed_calls), 0)::float8 as failed_calls,
          coalesce(sum(estimated_calls), 0)::float8 as estimated_calls,
          coalesce(sum(tokens_in), 0)::float8 as tokens_in,
          coalesce(sum(tokens_out), 0)::float8 as tokens_out,
          coalesce(sum(duration_ms), 0)::float8 as duration_ms,
          (array_agg(connection_name order by day desc nulls last))[1] as connection_name,
          (array_agg(model order by day desc nulls last))[1] as model
        from used group by grouping sets ((id), ())
      )
      select coalesce(grouped.id, '') as id, grouped.is_total,
        case when ${by} = 'model' then grouped.connection_name end as name,
        case when ${by} = 'model' then grouped.model end as model,
        calls, failed_calls, estimated_calls, tokens_in, tokens_out, duration_ms,
        (
          select json_agg(json_build_object('currency', currency, 'amount', amount) order by currency)
          from by_currency
          where by_currency.is_total = grouped.is_total
            and by_currency.id is not distinct from grouped.id
        ) as costs
      from grouped
      order by is_total desc,
        case when ${by} = 'day' then grouped.id end,
        tokens_in + tokens_out desc, calls desc, grouped.id`.execute(this.#database);
    return rows.map(({ is_total: _total, costs, ...row }) => ({ ...row, costs: costs ?? [] }));
  }
}
