import type { UsageDay } from '@lectern/contracts';
import { sql } from 'kysely';
import type { LlmDatabase } from '../database/tables.ts';
import type { UsageScope } from './usage-scope.ts';

/** Counts questions and answers of each day, the oldest first. */
export async function loadAnswerDays(
  database: LlmDatabase,
  { organisationId, userId, from, to }: UsageScope,
): Promise<UsageDay[]> {
  const { rows } = await sql<UsageDay>`
    select to_char(day, 'YYYY-MM-DD') as date,
      count(t.id)::int as questions,
      count(distinct t.user_id)::int as people,
      count(*) filter (where t.status = 'done' and not t.abstained)::int as answered,
      count(*) filter (where t.status = 'done' and t.abstained)::int as abstained,
      count(*) filter (where t.status = 'failed')::int as failed,
      count(*) filter (where t.feedback_rating = 'good')::int as rated_good,
      count(*) filter (where t.feedback_rating = 'bad')::int as rated_bad,
      percentile_cont(0.5) within group (
        order by extract(epoch from t.finished_at - t.created_at)::float8 * 1000
      ) filter (where t.status = 'done') as median_ms
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as day
    left join llm.turns as t on t.organisation_id = ${organisationId}
      and (${userId ?? null}::text is null or t.user_id = ${userId ?? null})
      and t.created_at >= day at time zone 'utc'
      and t.created_at < (day + interval '1 day') at time zone 'utc'
    group by day order by day`.execute(database);
  return rows;
}
