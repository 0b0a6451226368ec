import type { TrialOrder, TrialStatus } from '@lectern/contracts';

/**
 * The closed words of one language that a question is read by without a model. A trailing `*`
 * stands for any ending; a phrase is matched with any white space.
 */
export interface QueryVocabulary {
  /** Locale of the month names. */
  readonly locale: string;
  readonly publications: readonly string[];
  /** Words for publications that are searched for as well: PubMed knows them as publication types. */
  readonly publicationTypes: readonly string[];
  readonly trials: readonly string[];
  /** Words that precede a word of `documents` where the own documents are meant. */
  readonly owners: readonly string[];
  readonly documents: readonly string[];
  /** Statuses of ClinicalTrials.gov. */
  readonly statuses: Readonly<Partial<Record<TrialStatus, readonly string[]>>>;
  /** A status or a similarity behind one of these is not read. */
  readonly negations: readonly string[];
  readonly phase: readonly string[];
  readonly earlyPhase: readonly string[];
  readonly orders: Readonly<Record<TrialOrder, readonly string[]>>;
  /** Words that precede a trial identifier where similar trials are asked for. */
  readonly similar: readonly string[];
  readonly conjunctions: readonly string[];
  /** Words for 1, 2, 3, … */
  readonly numbers: readonly (readonly string[])[];
  readonly dates: {
    /** First day, inclusive. */
    readonly since: readonly string[];
    /** First day, exclusive. */
    readonly after: readonly string[];
    /** Last day, exclusive. */
    readonly before: readonly string[];
    /** Last day, inclusive. */
    readonly until: readonly string[];
    readonly during: readonly string[];
    readonly between: readonly string[];
    readonly year: readonly string[];
    readonly last: readonly string[];
    readonly current: readonly string[];
    readonly units: Readonly<Record<'day' | 'week' | 'month' | 'year', readonly string[]>>;
  };
  /** Words without a meaning for a search. */
  readonly stopWords: readonly string[];
}
