import { z } from 'zod';

export const pmidSchema = z.string().regex(/^[1-9]\d{0,8}$/, 'must be digits');
export const nctIdSchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^NCT\d{8}$/, 'must be NCT and eight digits');

/** Year, month and day as far as they are known: `2020`, `2020-03` or `2020-03-15`. */
export const partialDateSchema = z
  .string()
  .regex(
    /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/,
    'must be YYYY, YYYY-MM or YYYY-MM-DD',
  );

/** A date of a request, which must exist in the calendar. */
export const askedDateSchema = partialDateSchema.refine(isInCalendar, 'is not a calendar date');

/** There is no year 0. */
function isInCalendar(date: string): boolean {
  const time = Date.parse(date);
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
  return isDay && !date.startsWith('0000');
}

/** Returns whether a range starts before its end; an open end is allowed. */
export function isSpan(from: string | null | undefined, to: string | null | undefined): boolean {
  if (!from || !to) return true;
  const exactness = Math.min(from.length, to.length);
  return from.slice(0, exactness) <= to.slice(0, exactness);
}

const authorSchema = z.object({
  last_name: z.string().nullable(),
  fore_name: z.string().nullable(),
  initials: z.string().nullable(),
  /** A group instead of a person. */
  collective_name: z.string().nullable(),
});

/** Another record that corrects, retracts or comments on this one. */
const relatedRecordSchema = z.object({
  /** PubMed's name, for example `RetractionIn` or `CommentIn`. */
  type: z.string(),
  pmid: z.string().nullable(),
  citation: z.string(),
});

export const fullTextSchema = z.object({
  pmcid: z.string(),
  /** Address of the licence; null if the text names none. */
  license: z.string().nullable(),
  sections: z.array(z.object({ title: z.string().nullable(), text: z.string() })),
});
export type FullText = z.infer<typeof fullTextSchema>;

/** A record of PubMed. */
export const publicationSchema = z.object({
  pmid: z.string(),
  title: z.string(),
  vernacular_title: z.string().nullable(),
  authors: z.array(authorSchema),
  journal: z.object({
    title: z.string().nullable(),
    abbreviation: z.string().nullable(),
    issn: z.string().nullable(),
    volume: z.string().nullable(),
    issue: z.string().nullable(),
    pages: z.string().nullable(),
  }),
  /** Precision as in the record; null without a year. */
  published: partialDateSchema.nullable(),
  /** The date as written in the record, for example `1998 Dec-1999 Jan`. */
  published_text: z.string(),
  /** Sections of a structured abstract have labels. */
  abstract: z.array(z.object({ label: z.string().nullable(), text: z.string() })),
  publication_types: z.array(z.string()),
  mesh_terms: z.array(z.object({ term: z.string(), major: z.boolean() })),
  keywords: z.array(z.string()),
  languages: z.array(z.string()),
  doi: z.string().nullable(),
  pmcid: z.string().nullable(),
  /** Trials named by the record or its abstract. */
  nct_ids: z.array(z.string()),
  /** PMIDs in the list of references. */
  references: z.array(z.string()),
  related: z.array(relatedRecordSchema),
  retracted: z.boolean(),
  /** PubMed's status: `MEDLINE`, `PubMed-not-MEDLINE`, `Publisher` and others. */
  record_status: z.string().nullable(),
  url: z.string(),
  /**
   * Absent unless requested; null without open text, or if a warning explains why it is missing.
   */
  full_text: fullTextSchema.nullable().optional(),
});
export type Publication = z.infer<typeof publicationSchema>;

export const trialPhaseSchema = z.enum([
  'EARLY_PHASE1',
  'PHASE1',
  'PHASE2',
  'PHASE3',
  'PHASE4',
  'NA',
]);
export type TrialPhase = z.infer<typeof trialPhaseSchema>;

export const trialStatusSchema = z.enum([
  'ACTIVE_NOT_RECRUITING',
  'COMPLETED',
  'ENROLLING_BY_INVITATION',
  'NOT_YET_RECRUITING',
  'RECRUITING',
  'SUSPENDED',
  'TERMINATED',
  'WITHDRAWN',
  'AVAILABLE',
  'NO_LONGER_AVAILABLE',
  'TEMPORARILY_NOT_AVAILABLE',
  'APPROVED_FOR_MARKETING',
  'WITHHELD',
  'UNKNOWN',
]);
export type TrialStatus = z.infer<typeof trialStatusSchema>;

/** By start or by number of participants; studies without the value come last. */
export const trialOrderSchema = z.enum(['newest', 'oldest', 'largest', 'smallest']);
export type TrialOrder = z.infer<typeof trialOrderSchema>;

/** Number of participants; larger numbers than any study has are rejected. */
export const enrollmentSchema = z.number().int().min(0).max(1_000_000_000);

/** A date of a study; `updated` is the last update of its record. */
export const trialDateSchema = z.enum([
  'start',
  'primary_completion',
  'completion',
  'first_posted',
  'results_posted',
  'updated',
]);
export type TrialDate = z.infer<typeof trialDateSchema>;

const outcomeSchema = z.object({ measure: z.string(), time_frame: z.string().nullable() });

/** A study of ClinicalTrials.gov. Dates are as exact as the record. */
export const trialSchema = z.object({
  nct_id: z.string(),
  brief_title: z.string(),
  official_title: z.string().nullable(),
  acronym: z.string().nullable(),
  /** Unknown values are passed on. */
  status: z.string(),
  why_stopped: z.string().nullable(),
  study_type: z.string().nullable(),
  /**
   * How participants are assigned, `RANDOMIZED` or `CROSSOVER`, and who does not know of it. Absent
   * in records of earlier versions.
   */
  design: z
    .object({
      allocation: z.string().nullable(),
      model: z.string().nullable(),
      masking: z.string().nullable(),
      primary_purpose: z.string().nullable(),
    })
    .optional(),
  /** Empty for a study without phases, such as an observational one. */
  phases: z.array(z.string()),
  start_date: z.string().nullable(),
  primary_completion_date: z.string().nullable(),
  completion_date: z.string().nullable(),
  last_update: z.string().nullable(),
  first_posted: z.string().nullable().default(null),
  /** Date of the first posted results; null without results. */
  results_posted: z.string().nullable().default(null),
  sponsor: z.string().nullable(),
  collaborators: z.array(z.string()),
  conditions: z.array(z.string()),
  keywords: z.array(z.string()),
  interventions: z.array(z.object({ type: z.string().nullable(), name: z.string() })),
  /** Groups of participants. Absent in records of earlier versions. */
  arms: z
    .array(
      z.object({
        label: z.string(),
        type: z.string().nullable(),
        description: z.string().nullable(),
      }),
    )
    .optional(),
  enrollment: z.object({ count: z.number().int(), type: z.string().nullable() }).nullable(),
  primary_outcomes: z.array(outcomeSchema),
  /** Absent in records of earlier versions. */
  secondary_outcomes: z.array(outcomeSchema).optional(),
  /**
   * Criteria for participants; null if the record has none. Absent in records of earlier versions.
   */
  eligibility: z
    .object({
      criteria: z.string().nullable(),
      sex: z.string().nullable(),
      minimum_age: z.string().nullable(),
      maximum_age: z.string().nullable(),
    })
    .nullable()
    .optional(),
  brief_summary: z.string().nullable(),
  countries: z.array(z.string()),
  /** The first 100 places of the study. Absent in records of earlier versions. */
  locations: z
    .array(
      z.object({
        facility: z.string().nullable(),
        city: z.string().nullable(),
        country: z.string().nullable(),
      }),
    )
    .optional(),
  has_results: z.boolean(),
  /** Publications linked by the registry; `type` is `RESULT`, `DERIVED` or `BACKGROUND`. */
  references: z.array(
    z.object({ pmid: z.string().nullable(), type: z.string().nullable(), citation: z.string() }),
  ),
  url: z.string(),
});
export type Trial = z.infer<typeof trialSchema>;
