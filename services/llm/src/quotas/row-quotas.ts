import { OrganisationQuota } from '@lectern/service';
import { sql } from 'kysely';

export interface QuotaLimits {
  readonly conversations: number;
  readonly researchRuns: number;
  /** Ratings of answers. */
  readonly feedback: number;
  readonly modelConnections: number;
}

export function createQuotas(limits: QuotaLimits) {
  return {
    conversations: new OrganisationQuota({
      quota: 'conversations',
      things: 'conversations',
      remedy: 'Delete some first.',
      rowsOf: (id) => sql`llm.conversations where organisation_id = ${id} and deleted_at is null`,
      limit: limits.conversations,
    }),
    researchRuns: new OrganisationQuota({
      quota: 'research_runs',
      things: 'research runs',
      remedy: 'Delete some first.',
      rowsOf: (id) => sql`llm.research_runs where organisation_id = ${id}`,
      limit: limits.researchRuns,
    }),
    feedback: new OrganisationQuota({
      quota: 'feedback',
      things: 'ratings of answers',
      remedy: 'Take some back first.',
      rowsOf: (id) => sql`llm.turns where organisation_id = ${id} and feedback_rating is not null`,
      limit: limits.feedback,
    }),
    modelConnections: new OrganisationQuota({
      quota: 'model_connections',
      things: 'model connections',
      remedy: 'Remove some first.',
      rowsOf: (id) => sql`llm.model_connections where organisation_id = ${id}`,
      limit: limits.modelConnections,
    }),
  };
}
