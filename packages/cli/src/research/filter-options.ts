import {
  askedDateSchema,
  enrollmentSchema,
  maxResearchPublications,
  maxResearchTrials,
  type RecordDate,
  type ResearchFrameChanges,
  type ResearchIntent,
  recordDateSchema,
  researchIntentSchema,
  type TrialOrder,
  type TrialPhase,
  type TrialStatus,
  trialOrderSchema,
  trialPhaseSchema,
  trialStatusSchema,
} from '@lectern/contracts';
import { type Command, InvalidArgumentError, Option } from 'commander';

/** Options that replace parts of the frame that is read. */
export interface FilterFlags {
  readonly intent?: ResearchIntent;
  readonly condition?: string[];
  readonly intervention?: string[];
  readonly sponsor?: string[];
  readonly term?: string[];
  readonly nct?: string[];
  readonly similarTo?: string[];
  readonly exclude?: string[];
  readonly pmid?: string[];
  readonly phase?: TrialPhase[];
  readonly status?: TrialStatus[];
  readonly publicationType?: string[];
  readonly since?: string;
  readonly until?: string;
  readonly dateOf?: RecordDate;
  readonly results?: 'with' | 'without';
  readonly minParticipants?: number;
  readonly maxParticipants?: number;
  readonly maxPublications?: number;
  readonly order?: TrialOrder;
  readonly maxTrials?: number;
  readonly withPublications?: boolean;
}

export function addFilterOptions(command: Command): Command {
  const list = (flags: string, text: string) =>
    command.option(`${flags} <words>`, `${text}; may be repeated`, collect);
  command.addOption(
    new Option('--intent <intent>', 'what is asked for').choices(researchIntentSchema.options),
  );
  list('--condition', 'a condition, in English');
  list('--intervention', 'a medicine or another intervention, in English');
  list('--sponsor', 'who runs the trials');
  list('--term', 'other words to search for');
  list('--nct', 'number of a trial');
  list('--similar-to', 'number of a trial to which similar ones are searched for');
  list('--exclude', 'a name that must not occur, in English');
  list('--pmid', 'number of a publication');
  command.option('--phase <phase>', 'early1, 1, 2, 3, 4 or na; may be repeated', collectPhases);
  command.option(
    '--status <status>',
    'of trials, for example recruiting; may be repeated',
    collectStatuses,
  );
  list('--publication-type', 'for example "Review"');
  return command
    .option('--since <date>', 'published or started since: 2020, 2020-05 or 2020-05-31', readDate)
    .option('--until <date>', 'published or started until', readDate)
    .addOption(
      new Option('--date-of <which>', 'the date that --since and --until mean').choices(
        recordDateSchema.options,
      ),
    )
    .addOption(
      new Option('--results <which>', 'trials with posted results, or without').choices([
        'with',
        'without',
      ]),
    )
    .option('--min-participants <number>', 'trials with at least so many', readParticipants)
    .option('--max-participants <number>', 'trials with at most so many', readParticipants)
    .option(
      '--max-publications <number>',
      `most publications that are read, 1 to ${maxResearchPublications}`,
      readCountTo(maxResearchPublications),
    )
    .addOption(
      new Option('--order <order>', 'which trials come first').choices(trialOrderSchema.options),
    )
    .option(
      '--max-trials <number>',
      `most trials that are found, 1 to ${maxResearchTrials}`,
      readCountTo(maxResearchTrials),
    )
    .option('--with-publications', 'ask PubMed beside the own documents');
}

/** Undefined where nothing is to be changed. */
export function toFrameChanges(flags: FilterFlags): ResearchFrameChanges | undefined {
  const { intent, condition, intervention, sponsor, term, nct, pmid, similarTo, exclude } = flags;
  const { phase, status, publicationType, since, until, dateOf, results } = flags;
  const { minParticipants, maxParticipants, maxPublications, order, maxTrials, withPublications } =
    flags;
  const entities = omitUndefined({
    conditions: condition,
    interventions: intervention,
    sponsors: sponsor,
    terms: term,
    nct_ids: nct,
    pmids: pmid,
    similar_to: similarTo,
    excluded: exclude,
  });
  const filters = omitUndefined({
    phases: phase,
    statuses: status,
    publication_types: publicationType,
    date_from: since,
    date_to: until,
    date_of: dateOf,
    has_results: results && results === 'with',
    min_enrollment: minParticipants,
    max_enrollment: maxParticipants,
    max_publications: maxPublications,
    trial_order: order,
    max_trials: maxTrials,
    include_publications: withPublications,
  });
  const changes = {
    ...(intent && { intent }),
    ...(entities && { entities }),
    ...(filters && { filters }),
  };
  return Object.keys(changes).length > 0 ? changes : undefined;
}

type Given<Part> = { [Name in keyof Part]?: Exclude<Part[Name], undefined> };

function omitUndefined<Part extends object>(part: Part): Given<Part> | undefined {
  const given = Object.entries(part).filter(([, value]) => value !== undefined);
  return given.length > 0 ? (Object.fromEntries(given) as Given<Part>) : undefined;
}

function readDate(value: string): string {
  const date = askedDateSchema.safeParse(value);
  if (date.success) return date.data;
  throw new InvalidArgumentError('Dates are written 2020, 2020-05 or 2020-05-31.');
}

function readParticipants(value: string): number {
  const count = enrollmentSchema.safeParse(/^\d+$/.test(value) ? Number(value) : Number.NaN);
  if (count.success) return count.data;
  throw new InvalidArgumentError('Give a whole number of participants.');
}

function readCountTo(most: number): (value: string) => number {
  return (value) => {
    const count = Number(value);
    if (Number.isInteger(count) && count >= 1 && count <= most) return count;
    throw new InvalidArgumentError(`Give a whole number from 1 to ${most}.`);
  };
}

function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

function collectPhases(value: string, before: readonly TrialPhase[] = []): TrialPhase[] {
  const name = value.toUpperCase().replace(/^EARLY[-_ ]?(?:PHASE)?[-_ ]?1$/, 'EARLY_PHASE1');
  const phase = trialPhaseSchema.safeParse(/^[1-4]$/.test(name) ? `PHASE${name}` : name);
  if (phase.success) return [...before, phase.data];
  throw new InvalidArgumentError('Phases are early1, 1, 2, 3, 4 and na.');
}

function collectStatuses(value: string, before: readonly TrialStatus[] = []): TrialStatus[] {
  const status = trialStatusSchema.safeParse(value.toUpperCase().replaceAll(/[-\s]/g, '_'));
  if (status.success) return [...before, status.data];
  const known = trialStatusSchema.options.map((name) => name.toLowerCase()).join(', ');
  throw new InvalidArgumentError(`States of trials are ${known}.`);
}
