import type { ClinicalTrialsSearchInput, TrialDate, TrialOrder } from '@lectern/contracts';

/** Requested fields; whole records are a hundred times larger. */
export const studyFields = [
  'NCTId',
  'BriefTitle',
  'OfficialTitle',
  'Acronym',
  'OverallStatus',
  'WhyStopped',
  'StartDate',
  'PrimaryCompletionDate',
  'CompletionDate',
  'LastUpdatePostDate',
  'StudyFirstPostDate',
  'ResultsFirstPostDate',
  'LeadSponsorName',
  'CollaboratorName',
  'Condition',
  'Keyword',
  'StudyType',
  'Phase',
  'EnrollmentCount',
  'EnrollmentType',
  'InterventionType',
  'InterventionName',
  'ArmGroupLabel',
  'ArmGroupType',
  'ArmGroupDescription',
  'PrimaryOutcomeMeasure',
  'PrimaryOutcomeTimeFrame',
  'SecondaryOutcomeMeasure',
  'SecondaryOutcomeTimeFrame',
  'EligibilityCriteria',
  'Sex',
  'MinimumAge',
  'MaximumAge',
  'BriefSummary',
  'LocationFacility',
  'LocationCity',
  'LocationCountry',
  'HasResults',
  'ReferencePMID',
  'ReferenceType',
  'ReferenceCitation',
].join('|');

/** Search areas of a study's dates. */
const dateAreas: Readonly<Record<TrialDate, string>> = {
  start: 'StartDate',
  primary_completion: 'PrimaryCompletionDate',
  completion: 'CompletionDate',
  first_posted: 'StudyFirstPostDate',
  results_posted: 'ResultsFirstPostDate',
  updated: 'LastUpdatePostDate',
};

const orders: Readonly<Record<TrialOrder, string>> = {
  newest: 'StartDate:desc',
  oldest: 'StartDate:asc',
  largest: 'EnrollmentCount:desc',
  smallest: 'EnrollmentCount:asc',
};

/** Returns the parameters of `/studies` for a search. */
export function toStudyParameters(
  input: ClinicalTrialsSearchInput,
): Readonly<Record<string, string>> {
  const conditions = [
    input.phases.length > 0 && `AREA[Phase](${input.phases.join(' OR ')})`,
    (input.start_from || input.start_to) &&
      `AREA[${dateAreas[input.date_of ?? 'start']}]RANGE[${input.start_from ?? 'MIN'},${input.start_to ?? 'MAX'}]`,
    (input.min_enrollment ?? input.max_enrollment) !== undefined &&
      `AREA[EnrollmentCount]RANGE[${input.min_enrollment ?? 'MIN'},${input.max_enrollment ?? 'MAX'}]`,
    input.reference_pmids?.length && `AREA[ReferencePMID](${input.reference_pmids.join(' OR ')})`,
  ].filter(Boolean);
  return {
    format: 'json',
    countTotal: 'true',
    pageSize: String(input.limit),
    sort: input.order ? orders[input.order] : '@relevance',
    fields: studyFields,
    ...(input.condition && { 'query.cond': toWords(input.condition) }),
    ...(input.intervention && { 'query.intr': toWords(input.intervention) }),
    ...(input.sponsor && { 'query.spons': toWords(input.sponsor) }),
    ...(input.term && { 'query.term': toWords(input.term) }),
    ...(input.statuses.length > 0 && { 'filter.overallStatus': input.statuses.join('|') }),
    ...(conditions.length > 0 && { 'filter.advanced': conditions.join(' AND ') }),
    ...(input.has_results !== undefined && {
      aggFilters: `results:${input.has_results ? 'with' : 'without'}`,
    }),
    ...(input.page_token && { pageToken: input.page_token }),
  };
}

const operator =
  /(?<![\p{L}\p{N}_]-?)(?:AND|(?<!\S )OR|OR(?! \S)|NOT|ALL|MISSING|AREA|SEARCH|RANGE|MIN|MAX|COVER|COVERAGE|EXPANSION|DISTANCE|TILT)(?!-?[\p{L}\p{N}_])/gu;

/**
 * Escapes text for the service's query language: removes brackets and puts a backslash before
 * operators. ` OR ` between words stays an operator.
 */
export function toWords(text: string): string {
  return text
    .replaceAll(/[[\](){}"\\]/g, '  ')
    .replaceAll(operator, '\\$&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
