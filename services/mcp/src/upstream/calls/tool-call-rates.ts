import { AppError, type McpToolSettings } from '@lectern/contracts';
import { preparedMark } from '@lectern/service';
import { sql } from 'kysely';
import type { Owner } from '../access.ts';
import type { UpstreamDatabase } from '../upstream-tables.ts';

/** Limits the calls of outside tools by a person's agents, over all processes. */
export class ToolCallRates {
  readonly #database: UpstreamDatabase;
  readonly #perMinute: number;

  /** @param perMinute Calls per minute, also the maximum burst. */
  constructor(database: UpstreamDatabase, perMinute: number) {
    this.#database = database;
    this.#perMinute = perMinute;
  }

  /**
   * Counts one call and returns the organisation's settings, in one query.
   * @throws AppError `rate_limited` with the seconds until the next call is allowed.
   */
  async consume({ organisationId, userId }: Owner): Promise<McpToolSettings> {
    const perMinute = this.#perMinute;
    const filled = sql<number>`least(${perMinute}::float8, rates.tokens + ${perMinute}::float8 / 60
      * greatest(0, extract(epoch from clock_timestamp() - rates.filled_at)::float8))`;
    const { rows } = await sql<McpToolSettings>`
      insert into mcp.tool_call_rates as rates (organisation_id, user_id, tokens, filled_at)
      values (${organisationId}, ${userId}, ${perMinute - 1}, clock_timestamp())
      on conflict (organisation_id, user_id) do update
        set tokens = ${filled} - 1, filled_at = clock_timestamp()
        where ${filled} >= 1
      returning coalesce((
        select offered_to_agents from mcp.mcp_tool_settings
        where organisation_id = rates.organisation_id
      ), true) as offered_to_agents ${sql.raw(preparedMark)}`.execute(this.#database);
    const [settings] = rows;
    if (settings) return settings;
    const details = { retry_after: Math.ceil(60 / perMinute) };
    throw new AppError('rate_limited', `At most ${perMinute} calls of tools a minute.`, {
      details,
    });
  }

  /** Removes full buckets. */
  async dropFull(): Promise<void> {
    await this.#database
      .deleteFrom('tool_call_rates')
      .where('filled_at', '<', sql<Date>`clock_timestamp() - interval '1 minute'`)
      .execute();
  }
}
