import { AppError, type McpToolSettings } from '@lectern/contracts';
import { sql } from 'kysely';
import type { UpstreamDatabase } from '../upstream-tables.ts';

export const notOfferedMessage =
  'Your organisation does not offer tools of outside servers to agents.';

/** Settings of an organisation for external agents. */
export class ToolSettings {
  readonly #database: UpstreamDatabase;

  constructor(database: UpstreamDatabase) {
    this.#database = database;
  }

  async read(organisationId: string): Promise<McpToolSettings> {
    const row = await this.#database
      .selectFrom('mcp_tool_settings')
      .select('offered_to_agents')
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst();
    return row ?? { offered_to_agents: true };
  }

  async change(organisationId: string, settings: McpToolSettings): Promise<void> {
    await this.#database
      .insertInto('mcp_tool_settings')
      .values({ organisation_id: organisationId, ...settings })
      .onConflict((conflict) =>
        conflict.column('organisation_id').doUpdateSet({ ...settings, updated_at: sql`now()` }),
      )
      .execute();
  }

  /** @throws AppError `forbidden` if the organisation does not offer its tools to agents. */
  async requireOffered(organisationId: string): Promise<void> {
    const { offered_to_agents } = await this.read(organisationId);
    if (offered_to_agents) return;
    throw new AppError('forbidden', notOfferedMessage);
  }
}
