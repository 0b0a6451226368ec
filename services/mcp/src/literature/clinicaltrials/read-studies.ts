import type { Trial, Warning } from '@lectern/contracts';
import { z } from 'zod';
import { cleanOutsideValue } from '../../calls/clean-outside-value.ts';
import { unreadableAnswer } from '../answers/answer-error.ts';
import { type outcomeSchema, type Study, studySchema } from './study-schema.ts';

/** A page of `/studies`. */
export interface StudiesAnswer {
  readonly trials: readonly Trial[];
  /** Null unless the count was requested. */
  readonly total: number | null;
  readonly nextPageToken: string | null;
  /** Number of unreadable studies on the page. */
  readonly unread: number;
  readonly warnings: readonly Warning[];
}

const answerSchema = z.object({
  studies: z.array(z.unknown()),
  totalCount: z.number().int().min(0).optional(),
  nextPageToken: z.string().min(1).optional(),
});

/** Parses a page of studies. An unreadable study is skipped with a warning. */
export function readStudies(text: string): StudiesAnswer {
  const answer = answerSchema.safeParse(parseJson(text));
  if (!answer.success) throw unreadableAnswer('ClinicalTrials.gov', 'no studies', answer.error);
  const { studies, totalCount, nextPageToken } = answer.data;
  const read = studies.map((study) => studySchema.safeParse(study));
  const trials = read.flatMap(({ data }) => (data ? [toTrial(data)] : []));
  const unread = studies.length - trials.length;
  return {
    // A page may contain a study twice.
    trials: [...new Map(trials.map((trial) => [trial.nct_id, trial])).values()],
    total: totalCount ?? null,
    nextPageToken: nextPageToken ?? null,
    unread,
    warnings:
      unread > 0
        ? [{ code: 'record_unreadable', message: `Studies that could not be read: ${unread}.` }]
        : [],
  };
}

function parseJson(text: string): unknown {
  try {
    return cleanOutsideValue(JSON.parse(text));
  } catch (error) {
    throw unreadableAnswer('ClinicalTrials.gov', 'no JSON', error);
  }
}

function toTrial({ protocolSection: protocol, hasResults }: Study): Trial {
  const { nctId, briefTitle, officialTitle, acronym } = protocol.identificationModule;
  const { statusModule: status, designModule: design } = protocol;
  const sponsors = protocol.sponsorCollaboratorsModule;
  const enrollment = design?.enrollmentInfo;
  return {
    nct_id: nctId,
    brief_title: briefTitle ?? officialTitle ?? '',
    official_title: officialTitle ?? null,
    acronym: acronym ?? null,
    status: status.overallStatus,
    why_stopped: status.whyStopped ?? null,
    study_type: design?.studyType ?? null,
    design: {
      allocation: design?.designInfo?.allocation ?? null,
      model:
        design?.designInfo?.interventionModel ?? design?.designInfo?.observationalModel ?? null,
      masking: design?.designInfo?.maskingInfo?.masking ?? null,
      primary_purpose: design?.designInfo?.primaryPurpose ?? null,
    },
    phases: design?.phases ?? [],
    start_date: status.startDateStruct?.date ?? null,
    primary_completion_date: status.primaryCompletionDateStruct?.date ?? null,
    completion_date: status.completionDateStruct?.date ?? null,
    last_update: status.lastUpdatePostDateStruct?.date ?? null,
    first_posted: status.studyFirstPostDateStruct?.date ?? null,
    results_posted: status.resultsFirstPostDateStruct?.date ?? null,
    sponsor: sponsors?.leadSponsor?.name ?? null,
    collaborators: (sponsors?.collaborators ?? []).flatMap(({ name }) => name ?? []),
    conditions: protocol.conditionsModule?.conditions ?? [],
    keywords: protocol.conditionsModule?.keywords ?? [],
    interventions: (protocol.armsInterventionsModule?.interventions ?? []).map(
      ({ type, name }) => ({ type: type ?? null, name }),
    ),
    arms: (protocol.armsInterventionsModule?.armGroups ?? []).map(
      ({ label, type, description }) => ({
        label,
        type: type ?? null,
        description: unescapeMarkdown(description),
      }),
    ),
    enrollment:
      enrollment?.count === undefined
        ? null
        : { count: enrollment.count, type: enrollment.type ?? null },
    primary_outcomes: (protocol.outcomesModule?.primaryOutcomes ?? []).map(toOutcome),
    secondary_outcomes: (protocol.outcomesModule?.secondaryOutcomes ?? []).map(toOutcome),
    eligibility: toEligibility(protocol.eligibilityModule),
    brief_summary: unescapeMarkdown(protocol.descriptionModule?.briefSummary),
    countries: [
      ...new Set(
        (protocol.contactsLocationsModule?.locations ?? []).flatMap(({ country }) => country ?? []),
      ),
    ].sort(),
    locations: (protocol.contactsLocationsModule?.locations ?? [])
      .slice(0, maxLocations)
      .map(({ facility, city, country }) => ({
        facility: facility ?? null,
        city: city ?? null,
        country: country ?? null,
      })),
    has_results: hasResults ?? false,
    references: (protocol.referencesModule?.references ?? []).map(({ pmid, type, citation }) => ({
      pmid: pmid ?? null,
      type: type ?? null,
      citation: citation ?? '',
    })),
    url: `https://clinicaltrials.gov/study/${nctId}`,
  };
}

const maxLocations = 100;

function toOutcome({
  measure,
  timeFrame,
}: z.infer<typeof outcomeSchema>): Trial['primary_outcomes'][number] {
  return { measure, time_frame: timeFrame ?? null };
}

function toEligibility(
  module: Study['protocolSection']['eligibilityModule'],
): Trial['eligibility'] {
  if (!module) return null;
  return {
    criteria: unescapeMarkdown(module.eligibilityCriteria),
    sex: module.sex ?? null,
    minimum_age: module.minimumAge ?? null,
    maximum_age: module.maximumAge ?? null,
  };
}

/** Texts are Markdown, in which `\<` and `\^` are escaped characters. */
function unescapeMarkdown(text: string | undefined): string | null {
  return text?.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1') ?? null;
}
