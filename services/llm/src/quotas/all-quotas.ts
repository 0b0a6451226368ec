import { sql } from 'kysely';
import { OrganisationQuota } from './organisation-quota.ts';

export interface QuotaLimits {
  readonly conversations: number;
  readonly researchRuns: number;
  readonly mcpServers: number;
  /** Ratings of answers. */
  readonly feedback: number;
}

/** Creates the quotas of organisations. */
export function createQuotas(limits: QuotaLimits) {
  return {
    conversations: new OrganisationQuota({
      quota: 'conversations',
      things: 'conversations',
      remedy: 'Delete some first.',
      rowsOf: (id) => sql`llm.conversations where organisation_id = ${id}`,
      limit: limits.conversations,
    }),
    researchRuns: new OrganisationQuota({
      quota: 'research_runs',
      things: 'research runs',
      remedy: 'Delete some first.',
      rowsOf: (id) => sql`llm.research_runs where organisation_id = ${id}`,
      limit: limits.researchRuns,
    }),
    mcpServers: new OrganisationQuota({
      quota: 'mcp_servers',
      things: 'MCP servers',
      remedy: 'Delete some first.',
      rowsOf: (id) => sql`llm.mcp_servers where organisation_id = ${id}`,
      limit: limits.mcpServers,
    }),
    feedback: new OrganisationQuota({
      quota: 'feedback',
      things: 'ratings of answers',
      remedy: 'Take some back first.',
      rowsOf: (id) => sql`llm.turns where organisation_id = ${id} and feedback_rating is not null`,
      limit: limits.feedback,
    }),
  };
}
