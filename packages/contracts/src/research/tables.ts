import { z } from 'zod';
import { withheldSchema } from '../ask.ts';
import { idSchema } from '../ids-and-times.ts';

/** `n` is the number in the answer's text; null for what the answer does not name. */
const citedShape = { n: z.number().int().nullable() };

export const publicationRowSchema = z.object({
  ...citedShape,
  pmid: z.string(),
  title: z.string(),
  /** The first authors, for showing. */
  authors: z.string(),
  /** `Family, Given`; a group's name as it is. Empty in runs of earlier versions. */
  author_names: z.array(z.string()).default([]),
  journal: z.string().nullable(),
  volume: z.string().nullable().default(null),
  issue: z.string().nullable().default(null),
  pages: z.string().nullable().default(null),
  date: z.string().nullable(),
  publication_types: z.array(z.string()),
  doi: z.string().nullable(),
  pmcid: z.string().nullable(),
  nct_ids: z.array(z.string()),
  /** Studies of the answer whose records name this publication, which the search did not find. */
  registry_nct_ids: z.array(z.string()).optional(),
  retracted: z.boolean(),
  url: z.string(),
});
export type PublicationRow = z.infer<typeof publicationRowSchema>;

/** Studies that a publication belongs to, by its own word or by the registry's, each once. */
export function listStudies(
  row: Pick<PublicationRow, 'nct_ids' | 'registry_nct_ids'>,
): readonly string[] {
  return [...new Set([...row.nct_ids, ...(row.registry_nct_ids ?? [])])];
}

/** A publication of a study. The publication names the study, the registry names the publication, or both. */
export const trialPublicationSchema = z.object({
  pmid: z.string(),
  by: z.enum(['publication', 'registry', 'both']),
  /** Type in the registry: `RESULT`, `DERIVED` or `BACKGROUND`. */
  type: z.string().nullable(),
  citation: z.string(),
});

export const trialRowSchema = z.object({
  ...citedShape,
  nct_id: z.string(),
  title: z.string(),
  status: z.string(),
  why_stopped: z.string().nullable(),
  phases: z.array(z.string()),
  study_type: z.string().nullable(),
  conditions: z.array(z.string()),
  interventions: z.array(z.string()),
  sponsor: z.string().nullable(),
  start_date: z.string().nullable(),
  completion_date: z.string().nullable(),
  enrollment: z.number().int().nullable(),
  has_results: z.boolean(),
  publications: z.array(trialPublicationSchema),
  url: z.string(),
});
export type TrialRow = z.infer<typeof trialRowSchema>;

export const documentRowSchema = z.object({
  ...citedShape,
  document_id: idSchema,
  chunk_id: idSchema,
  title: z.string(),
  page: z.number().int().nullable(),
  url: z.string().nullable(),
  text: z.string(),
  relevance: z.number(),
  /** In a stored run: why `text` and `title` are empty. */
  withheld: withheldSchema.optional(),
});
export type DocumentRow = z.infer<typeof documentRowSchema>;

/** Sources that say different things of the same, side by side. */
export const disagreementRowSchema = z.object({
  about: z.string(),
  statements: z.array(
    z.object({ n: z.number().int().nullable(), source: z.string(), says: z.string() }),
  ),
});

export const researchTablesSchema = z.object({
  publications: z.array(publicationRowSchema),
  trials: z.array(trialRowSchema),
  documents: z.array(documentRowSchema),
  disagreements: z.array(disagreementRowSchema),
});
export type ResearchTables = z.infer<typeof researchTablesSchema>;
