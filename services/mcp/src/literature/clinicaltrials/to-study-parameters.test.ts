import { describe, expect, it } from '@jest/globals';
import { clinicalTrialsSearchInputSchema } from '@lectern/contracts';
import { toStudyParameters, toWords } from './to-study-parameters.ts';

describe('words for the registry', () => {
  it.each([
    ['remdesivir\nOR ALL', 'remdesivir \\OR \\ALL'],
    ['remdesivir\u2028OR\u00a0ALL', 'remdesivir \\OR \\ALL'],
    ['remdesivir,OR(ALL)', 'remdesivir,\\OR \\ALL'],
    ['remdesivir -OR -ALL-', 'remdesivir -\\OR -\\ALL-'],
    ['remdesivir OR ALL', 'remdesivir OR \\ALL'],
    ['OR asthma OR', '\\OR asthma \\OR'],
    ['NOT asthma', '\\NOT asthma'],
    ['asthma\tAND MISSING', 'asthma \\AND \\MISSING'],
    ['a\\OR b', 'a \\OR b'],
    ['AREA[Phase]RANGE[MIN,MAX]', '\\AREA Phase \\RANGE \\MIN,\\MAX'],
  ])('are no operators of its language: %j', (text, words) => {
    expect(toWords(text)).toBe(words);
  });

  it.each([
    'aspirin OR heparin',
    'head and neck cancer',
    'B-ALL',
    'ANDROGEN',
    'RECOVER ALLY',
    'ALL2',
  ])('stay as they are: %j', (text) => {
    expect(toWords(text)).toBe(text);
  });
});

it.each([
  [{ min_enrollment: 500 }, '500,MAX'],
  [{ max_enrollment: 0 }, 'MIN,0'],
  [{ min_enrollment: 0, max_enrollment: 20 }, '0,20'],
])('the number of participants is asked of the registry: %j', (sizes, range) => {
  const input = clinicalTrialsSearchInputSchema.parse({ condition: 'asthma', ...sizes });
  expect(toStudyParameters(input)).toMatchObject({
    'filter.advanced': `AREA[EnrollmentCount]RANGE[${range}]`,
  });
});

it.each([
  [undefined, 'StartDate'],
  ['completion', 'CompletionDate'],
  ['primary_completion', 'PrimaryCompletionDate'],
  ['first_posted', 'StudyFirstPostDate'],
  ['results_posted', 'ResultsFirstPostDate'],
  ['updated', 'LastUpdatePostDate'],
] as const)('a span of time is asked of the date that is meant: %s', (date_of, area) => {
  const input = clinicalTrialsSearchInputSchema.parse({ start_from: '2021', date_of });
  expect(toStudyParameters(input)).toMatchObject({
    'filter.advanced': `AREA[${area}]RANGE[2021,MAX]`,
  });
});
