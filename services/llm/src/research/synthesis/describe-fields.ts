import type { Publication, Trial, TrialDate } from '@lectern/contracts';
import { type AnswerLanguage, describeDate, sentencesOf } from '../language/answer-language.ts';
import { cutList, cutText } from './cut-text.ts';
import { quotePlainly } from './quote-plainly.ts';
import { describeEligibility, listAuthors } from './record-source.ts';

const maxValueLength = 1_200;
const maxAuthorsLength = 600;

type FieldName = keyof ReturnType<typeof sentencesOf>['fields'];
/** Undefined: the record that was fetched does not have this field yet. */
type Fields = readonly (readonly [FieldName, string | null | undefined])[];

/** Lists the fields of a trial that is named, and those that its record lacks. */
export function listTrialFields(trial: Trial, n: number, language: AnswerLanguage): string[] {
  const date = (value: string | null) => value && describeDate(value, language);
  const outcomes = trial.primary_outcomes.map(({ measure, time_frame }) =>
    time_frame ? `${measure} (${time_frame})` : measure,
  );
  return listFields(
    [
      ['primary_outcomes', outcomes.join('; ')],
      ['eligibility', trial.eligibility === undefined ? undefined : toEligibility(trial)],
      ['conditions', trial.conditions.join(', ')],
      ['interventions', trial.interventions.map(({ name }) => name).join(', ')],
      ['countries', trial.countries.join(', ')],
      ['type', trial.study_type?.toLowerCase().replaceAll('_', ' ')],
      ['collaborators', trial.collaborators.join(', ')],
      ['primary_completion', date(trial.primary_completion_date)],
      ['completion', date(trial.completion_date)],
      ['first_posted', date(trial.first_posted)],
      ['results_posted', date(trial.results_posted)],
      ['updated', date(trial.last_update)],
    ],
    n,
    language,
  );
}

function toEligibility({ eligibility }: Trial): string | null {
  return eligibility ? describeEligibility(eligibility) : null;
}

/** Lists the fields of a publication that is named, and those that its record lacks. */
export function listPublicationFields(
  record: Publication,
  n: number,
  language: AnswerLanguage,
): string[] {
  const { journal, published } = record;
  const place = [journal.volume, journal.issue && `(${journal.issue})`].filter(Boolean).join('');
  return listFields(
    [
      ['authors', cutList(listAuthors(record), maxAuthorsLength)],
      ['journal', [journal.title, place, journal.pages].filter(Boolean).join(', ')],
      ['published', published && describeDate(published, language)],
      ['doi', record.doi],
      ['publication_types', record.publication_types.join(', ')],
      ['nct_ids', record.nct_ids.join(', ')],
    ],
    n,
    language,
  );
}

function listFields(fields: Fields, n: number, language: AnswerLanguage): string[] {
  const { fields: names, notInRecord } = sentencesOf(language);
  const filled = fields.filter(([, value]) => value);
  const empty = fields.filter(([, value]) => value !== undefined && !value);
  return [
    ...filled.map(
      ([name, value]) =>
        `  - ${names[name]}: ${quotePlainly(cutText(value ?? '', maxValueLength))} [${n}]`,
    ),
    ...(empty.length > 0
      ? [`  - ${notInRecord(empty.map(([name]) => names[name]).join(', '))}`]
      : []),
  ];
}

/** Describes a date of a trial, such as `completion 30 September 2022`. */
export function describeDateOf(trial: Trial, kind: TrialDate, language: AnswerLanguage): string {
  const { fields, unknownField } = sentencesOf(language);
  const dates: Readonly<Record<TrialDate, string | null>> = {
    start: trial.start_date,
    primary_completion: trial.primary_completion_date,
    completion: trial.completion_date,
    first_posted: trial.first_posted,
    results_posted: trial.results_posted,
    updated: trial.last_update,
  };
  const date = dates[kind];
  return date
    ? `${fields[kind]} ${describeDate(date, language)}`
    : `${fields[kind]}: ${unknownField}`;
}
