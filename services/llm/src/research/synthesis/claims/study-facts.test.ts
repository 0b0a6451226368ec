import { describe, expect, it } from '@jest/globals';
import type { Trial } from '@lectern/contracts';
import { trial } from '../../../../test/research-records.ts';
import { whyRemoved } from '../../../../test/why-removed.ts';
import { listSources } from '../record-source.ts';

function reasonOf(record: Partial<Trial>, statement: string): string | undefined {
  const trials = [{ ...trial, ...record }];
  const sources = listSources({
    rag_results: null,
    ctgov_results: { trials, total: 1, not_found: [] },
    pubmed_results: null,
  });
  return whyRemoved(statement, { sources });
}

describe('names with numbers of a study', () => {
  it.each([
    [
      'Patients with HER2 positive cancer are studied.',
      'Patients with HER-2 positive cancer were studied',
    ],
    ['Adults with a BMI of 30 or more are studied.', 'Adults had a BMI 30 or more'],
    [
      'Adults with a BMI of 27 and a disease, or a BMI of 30 or more are studied.',
      'Adults had a BMI 30 or more',
    ],
    ['Adults who take GLP1 agonists are studied.', 'Adults who take GLP-1 agonists were studied'],
    ['Adults who take GLP-1 agonists are studied.', 'Adults who take GLP 1 agonists were studied'],
    ['Adults with ACE2 receptors are studied.', 'Adults with ACE-2 receptors were studied'],
    ['Adults with COVID are studied for 19 days.', 'Adults with COVID-19 were studied'],
    ['Adults with ECOG 0 or 1 are studied.', 'Adults with ECOG 1 were studied'],
  ])('are the same however they are joined: %s %s', (brief_summary, statement) => {
    expect(reasonOf({ brief_summary }, statement)).toBeUndefined();
  });

  it.each([
    [
      { brief_summary: 'Adults who take GLP1 agonists for 2 years are studied.' },
      'Adults who take GLP-2 agonists were studied',
      'name glp-2 agonists',
    ],
    [
      { brief_summary: 'Adults with HER-2 or HER-3 are studied for 4 days.' },
      'Adults with HER-4 were studied',
      'name HER-4',
    ],
    [
      { brief_title: 'Lumiravir in Adults (LUMI)', brief_summary: 'It takes 2 days.' },
      'LUMI-2 enrolled 418 participants',
      'name LUMI-2',
    ],
    [
      { acronym: 'LUMI', brief_summary: 'LUMI takes 2 days.' },
      'LUMI-2 enrolled 418 participants',
      'name LUMI-2',
    ],
  ])(
    'are wrong with another number, or with one that the study itself has not: %j %s',
    (record, statement, reason) => {
      expect(reasonOf(record, statement)).toBe(reason);
    },
  );
});

describe('what the participants of a study did', () => {
  const brief_summary =
    'Participants are treated with lumiravir or placebo, assigned at random, and followed for 29 days to be studied.';
  const interventions = [
    { type: 'DRUG', name: 'Lumiravir' },
    { type: 'OTHER', name: 'Placebo' },
  ];

  it.each([
    '418 participants were studied',
    '418 participants were assigned to lumiravir or placebo',
    '418 participants were treated with lumiravir or placebo',
    '418 participants were followed for 29 days',
    '418 participants completed the study',
    '418 participants had Marlow fever',
    '418 participants took part in the study of lumiravir',
    '418 participants were enrolled in the study of treatment with lumiravir',
    '418 participants were treated in the study of lumiravir',
  ])('is kept where it is of all who took part: %s', (statement) => {
    expect(reasonOf({ brief_summary, interventions }, statement)).toBeUndefined();
  });

  it.each([
    '418 participants recovered',
    '418 adults died',
    '418 patients were cured',
    '418 participants showed a reduction of fever',
    '418 participants received lumiravir',
    '418 participants were assigned to placebo',
    '418 participants were treated with lumiravir for 29 days',
    '418 participants took lumiravir',
    '418 participants were all given lumiravir',
    '418 participants were on lumiravir',
    '418 participants were in the lumiravir arm',
    '418 participants were enrolled and received lumiravir',
    '418 participants were enrolled to receive lumiravir',
    '418 participants who received placebo were studied',
  ])('is taken out where it is how it went, or of one arm: %s', (statement) => {
    expect(reasonOf({ brief_summary, interventions }, statement)).toBe('what 418 did');
  });

  it('is kept where the record tells it of the number, with or without a comma', () => {
    const record = {
      enrollment: { count: 1062, type: 'ACTUAL' },
      brief_summary: '1,062 participants recovered by day 29.',
    };
    expect(reasonOf(record, '1062 participants recovered by day 29')).toBeUndefined();
    expect(reasonOf(record, '1,062 participants recovered by day 29')).toBeUndefined();
    expect(reasonOf(record, '1,062 participants died by day 29')).toBe('what 1,062 did');
  });

  it.each([
    '418 participants took part in the study of lumiravir given for 29 days',
    '418 participants were recruited to assess treatment with lumiravir',
  ])('is kept where it tells of a treatment, and not of whom it is given to: %s', (statement) => {
    const record = {
      interventions,
      brief_summary:
        'Participants are recruited to assess treatment with lumiravir given for 29 days. Others get placebo.',
    };
    expect(reasonOf(record, statement)).toBeUndefined();
  });

  it.each([
    'Of 418 participants, 209 received lumiravir',
    'Of the 418 participants half received lumiravir',
    '209 of 418 participants received lumiravir',
    '418 participants were assigned at random and 209 received lumiravir',
    '418 participants were assigned at random, of whom half received lumiravir',
    '418 participants took part, and those in one arm received lumiravir',
    '418 participants received lumiravir or placebo',
    '418 participants received placebo',
  ])('is taken out where the record tells it of some of them: %s', (told) => {
    const record = { interventions, brief_summary: `${brief_summary} ${told}.` };
    expect(reasonOf(record, '418 participants received lumiravir')).toBe('what 418 did');
  });

  it.each([
    '418 participants received lumiravir',
    'A total of 418 participants received lumiravir',
    '418 participants aged 18 to 65 years received lumiravir',
    'All 418 participants over 18 received lumiravir',
  ])('is kept where the record tells it of all of them: %s', (told) => {
    const record = { interventions, brief_summary: `${brief_summary} ${told}.` };
    expect(reasonOf(record, '418 participants received lumiravir')).toBeUndefined();
  });
});
