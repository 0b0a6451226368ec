import type { Publication, Trial, TrialDate } from '@lectern/contracts';
import {
  type AnswerLanguage,
  describeCode,
  describeDate,
  describePhase,
  describeStatus,
  sentencesOf,
} from '../language/answer-language.ts';

type FieldName = keyof ReturnType<typeof sentencesOf>['fields'];
/** Null: the record does not say. Undefined: a record stored by an earlier version lacks the field. */
export type Field = readonly [name: FieldName, value: string | null | undefined];

/** Fields that a line about a trial begins with. */
export const headFields: readonly FieldName[] = [
  'status',
  'why_stopped',
  'phases',
  'sponsor',
  'enrollment',
  'start',
];

export function listTrialFields(trial: Trial, language: AnswerLanguage): readonly Field[] {
  const { participants } = sentencesOf(language);
  const dates = trialDates(trial);
  const date = (kind: TrialDate): Field => [
    kind,
    dates[kind] && describeDate(dates[kind], language),
  ];
  return [
    ['status', describeStatus(trial.status, language)],
    ['why_stopped', trial.why_stopped],
    ['phases', trial.phases.map((phase) => describePhase(phase, language)).join(', ')],
    ['sponsor', trial.sponsor],
    ['enrollment', trial.enrollment && participants(trial.enrollment.count)],
    date('start'),
    ['primary_outcomes', trial.primary_outcomes.map(describeOutcome).join('; ')],
    ['secondary_outcomes', trial.secondary_outcomes?.map(describeOutcome).join('; ')],
    ['eligibility', trial.eligibility && describeEligibility(trial.eligibility)],
    ['conditions', trial.conditions.join(', ')],
    ['interventions', trial.interventions.map(({ name }) => name).join(', ')],
    ['arms', trial.arms?.map(describeArm).join('; ')],
    ['countries', trial.countries.join(', ')],
    ['locations', trial.locations?.map(describeLocation).filter(Boolean).join('; ')],
    ['type', trial.study_type && describeCode(trial.study_type)],
    ['design', trial.design && describeDesign(trial.design)],
    ['collaborators', trial.collaborators.join(', ')],
    date('primary_completion'),
    date('completion'),
    date('first_posted'),
    date('results_posted'),
    date('updated'),
  ];
}

function describeDesign(design: NonNullable<Trial['design']>): string {
  const { allocation, model, masking, primary_purpose } = design;
  return [allocation, model, masking, primary_purpose]
    .flatMap((code) => (code ? describeCode(code) : []))
    .join(', ');
}

function describeOutcome({ measure, time_frame }: Trial['primary_outcomes'][number]): string {
  return time_frame ? `${measure} (${time_frame})` : measure;
}

function describeArm({ label, type, description }: NonNullable<Trial['arms']>[number]): string {
  const kind = type ? ` (${describeCode(type)})` : '';
  return `${label}${kind}${description ? `: ${description.replaceAll(/\s+/g, ' ')}` : ''}`;
}

/** Returns nothing for a country alone, which the countries name. */
function describeLocation({ facility, city, country }: NonNullable<Trial['locations']>[number]) {
  return facility || city ? [facility, city, country].filter(Boolean).join(', ') : '';
}

function describeEligibility(eligibility: NonNullable<Trial['eligibility']>): string {
  const { minimum_age: from, maximum_age: to, sex, criteria } = eligibility;
  const age = from || to ? `${from ?? '0'} – ${to ?? '∞'}` : '';
  return [age, sex, criteria].filter(Boolean).join('; ').replaceAll(/\s+/g, ' ');
}

export function trialDates(trial: Trial): Readonly<Record<TrialDate, string | null>> {
  return {
    start: trial.start_date,
    primary_completion: trial.primary_completion_date,
    completion: trial.completion_date,
    first_posted: trial.first_posted,
    results_posted: trial.results_posted,
    updated: trial.last_update,
  };
}

export function listPublicationFields(
  record: Publication,
  language: AnswerLanguage,
): readonly Field[] {
  const { journal, published } = record;
  const place = [journal.volume, journal.issue && `(${journal.issue})`].filter(Boolean).join('');
  return [
    ['authors', listAuthors(record).join(', ')],
    ['journal', [journal.title, place, journal.pages].filter(Boolean).join(', ')],
    ['published', published && describeDate(published, language)],
    ['doi', record.doi],
    ['publication_types', record.publication_types.join(', ')],
    ['nct_ids', record.nct_ids.join(', ')],
  ];
}

/** Authors as PubMed shows them: `Shi FH`, or the name of a group. */
export function listAuthors({ authors }: Publication): readonly string[] {
  return authors
    .map(
      ({ last_name, initials, collective_name }) =>
        collective_name ?? [last_name, initials].filter(Boolean).join(' '),
    )
    .filter(Boolean);
}
