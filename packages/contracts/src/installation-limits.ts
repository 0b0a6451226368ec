import { z } from 'zod';
import { idSchema, timestampSchema } from './ids-and-times.ts';
import { quotaUseSchema } from './quotas.ts';
import { sourceKindSchema, sourceProblemSchema } from './sources.ts';

const ofOrganisation = { organisation_id: z.string() };
const organisationUseSchema = z.object({ ...ofOrganisation, quotas: z.array(quotaUseSchema) });
/** Those organisations that use the largest share of a quota. */
export const organisationUsesSchema = z.object({ organisations: z.array(organisationUseSchema) });
export type OrganisationUse = z.infer<typeof organisationUseSchema>;

const slowWork = {
  ...ofOrganisation,
  at: timestampSchema,
  duration_ms: z.number().int(),
};

/** Use and slow work of all organisations that the knowledge service knows. */
export const knowledgeLimitsSchema = organisationUsesSchema.extend({
  /** The slowest searches of the last day that took a second or longer, without their text. */
  slow_searches: z.array(z.object(slowWork)),
  /** The slowest files of the last day that took ten seconds or longer. */
  slow_parses: z.array(
    z.object({ ...slowWork, document_id: idSchema, format: z.string().nullable() }),
  ),
  /** Sources with three failed runs in a row, or a run that began six hours ago. */
  stuck_sources: z.array(
    z.object({
      ...ofOrganisation,
      source_id: idSchema,
      kind: sourceKindSchema,
      failed_runs: z.number().int(),
      error_code: sourceProblemSchema.nullable(),
      /** Null if no run is open. */
      running_seconds: z.number().int().nullable(),
    }),
  ),
  index: z.object({
    /** Age of the oldest request to index a document that is not done; 0 if all are. */
    lag_seconds: z.number().int(),
    /** The index that is being built for another embedding model. */
    building: z
      .object({
        embedding_model: z.string(),
        since: timestampSchema,
        documents_done: z.number().int(),
        documents_total: z.number().int(),
      })
      .nullable(),
  }),
});
export type KnowledgeLimits = z.infer<typeof knowledgeLimitsSchema>;

/** Quotas, slow work and waiting work over all organisations, as far as the services answer. */
export const installationLimitsSchema = knowledgeLimitsSchema.extend({
  /** Null without an answer of `rag`. */
  index: knowledgeLimitsSchema.shape.index.nullable(),
  /** Services that did not answer: what they count is missing. */
  unavailable: z.array(z.enum(['rag', 'llm'])),
  /** Names of the organisations that are named, by id. */
  organisation_names: z.record(z.string(), z.string()),
});
export type InstallationLimits = z.infer<typeof installationLimitsSchema>;
