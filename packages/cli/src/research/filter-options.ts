import {
  askedDateSchema,
  enrollmentSchema,
  maxResearchPublications,
  maxResearchTrials,
  type ResearchEntities,
  type ResearchFilters,
  type ResearchFrameChanges,
  type ResearchIntent,
  recordDateSchema,
  researchIntentSchema,
  trialOrderSchema,
  trialPhaseSchema,
  trialStatusSchema,
} from '@lectern/contracts';
import { type Command, InvalidArgumentError, Option } from 'commander';

export const collect = (value: string, before: readonly string[] = []) => [...before, value];
const list = (flag: string, text: string) =>
  new Option(`${flag} <words>`, `${text}; may be repeated`).argParser(collect);
const choice = (flags: string, text: string, values: readonly string[]) =>
  new Option(flags, text).choices(values);
const parsed = <Value>(
  flags: string,
  text: string,
  parse: (value: string, before?: Value) => Value,
) => new Option(flags, text).argParser(parse);

/** The options that replace entities of the frame that is read. */
const entityOptions: Readonly<Record<keyof ResearchEntities, Option>> = {
  conditions: list('--condition', 'a condition, in English'),
  interventions: list('--intervention', 'a medicine or another intervention, in English'),
  sponsors: list('--sponsor', 'who runs the trials'),
  terms: list('--term', 'other words to search for'),
  nct_ids: list('--nct', 'number of a trial'),
  excluded: list('--exclude', 'a name that must not occur, in English'),
  pmids: list('--pmid', 'number of a publication'),
};

const filterOptions: Readonly<Record<keyof ResearchFilters, Option>> = {
  phases: parsed('--phase <phase>', 'early1, 1, 2, 3, 4 or na; may be repeated', collectPhases),
  statuses: parsed(
    '--status <status>',
    'of trials, for example recruiting; may be repeated',
    collectStatuses,
  ),
  publication_types: list('--publication-type', 'for example "Review"'),
  date_from: parsed(
    '--since <date>',
    'published or started since: 2020, 2020-05 or 2020-05-31',
    readDate,
  ),
  date_to: parsed('--until <date>', 'published or started until', readDate),
  date_of: choice(
    '--date-of <which>',
    'the date that --since and --until mean',
    recordDateSchema.options,
  ),
  has_results: parsed(
    '--results <which>',
    'trials with posted results, or without: with or without',
    (value) => {
      if (value === 'with' || value === 'without') return value === 'with';
      throw new InvalidArgumentError('Allowed choices are with, without.');
    },
  ),
  min_enrollment: parsed(
    '--min-participants <number>',
    'trials with at least so many',
    readParticipants,
  ),
  max_enrollment: parsed(
    '--max-participants <number>',
    'trials with at most so many',
    readParticipants,
  ),
  max_publications: parsed(
    '--max-publications <number>',
    `most publications that are read, 1 to ${maxResearchPublications}`,
    readCountTo(maxResearchPublications),
  ),
  trial_order: choice('--order <order>', 'which trials come first', trialOrderSchema.options),
  max_trials: parsed(
    '--max-trials <number>',
    `most trials that are found, 1 to ${maxResearchTrials}`,
    readCountTo(maxResearchTrials),
  ),
  include_publications: new Option('--with-publications', 'ask PubMed beside the own documents'),
};

/** Values of the options, by their camel-case names. */
export type FilterFlags = Readonly<Record<string, unknown>> & { readonly intent?: ResearchIntent };

export function addFilterOptions(command: Command): Command {
  command.addOption(choice('--intent <intent>', 'what is asked for', researchIntentSchema.options));
  const options = [...Object.values(entityOptions), ...Object.values(filterOptions)];
  return options.reduce((all, option) => all.addOption(option), command);
}

/** Undefined where nothing is to be changed. */
export function toFrameChanges({
  intent,
  ...flags
}: FilterFlags): ResearchFrameChanges | undefined {
  const entities = pickGiven(entityOptions, flags);
  const filters = pickGiven(filterOptions, flags);
  const changes = {
    ...(intent && { intent }),
    ...(entities && { entities }),
    ...(filters && { filters }),
  };
  return Object.keys(changes).length > 0 ? changes : undefined;
}

function pickGiven(
  options: Readonly<Record<string, Option>>,
  flags: Readonly<Record<string, unknown>>,
): object | undefined {
  const given = Object.entries(options)
    .map(([name, option]) => [name, flags[option.attributeName()]] as const)
    .filter(([, value]) => value !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
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

function collectPhases(value: string, before?: readonly string[]): readonly string[] {
  const name = value.toUpperCase().replace(/^EARLY[-_ ]?(?:PHASE)?[-_ ]?1$/, 'EARLY_PHASE1');
  const phase = trialPhaseSchema.safeParse(/^[1-4]$/.test(name) ? `PHASE${name}` : name);
  if (phase.success) return collect(phase.data, before);
  throw new InvalidArgumentError('Phases are early1, 1, 2, 3, 4 and na.');
}

function collectStatuses(value: string, before?: readonly string[]): readonly string[] {
  const status = trialStatusSchema.safeParse(value.toUpperCase().replaceAll(/[-\s]/g, '_'));
  if (status.success) return collect(status.data, before);
  const known = trialStatusSchema.options.map((name) => name.toLowerCase()).join(', ');
  throw new InvalidArgumentError(`States of trials are ${known}.`);
}
