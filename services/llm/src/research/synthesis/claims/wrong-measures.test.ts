import { describe, expect, it } from '@jest/globals';
import { publication, trial } from '../../../../test/research-records.ts';
import { whyRemoved } from '../../../../test/why-removed.ts';
import { listSources } from '../record-source.ts';

const told = {
  ...publication,
  title: 'Lumiravir for adults with Marlow fever.',
  abstract: [
    {
      label: null,
      text: [
        'We randomly assigned 412 adults with a first episode of Marlow fever to lumiravir, at a dose of 200 mg daily, or placebo, and treated cells for 6 h.',
        'During a median follow-up of 31.5 days, fever recurred in 43 of 206 patients assigned to placebo and in 27 of 206 assigned to lumiravir (a rate of 7.5% per day vs. 4.7% per day; hazard ratio with lumiravir, 0.64; P<0.001).',
        'Lumiravir resulted in a reduction in body temperature (difference: -1.35 kg, 95% CI: -1.5 to -1.2), muscle strength (difference: -2.44 kg), with the exception of a negative result of grip force (difference: -0.29 kg).',
        'The activity was 625 IU/mg of protein in the rind and 2,108 IU/mg in the pulp.',
        'The primary outcome was a recurrence of fever.',
      ].join(' '),
    },
  ],
};
const registered = {
  ...trial,
  brief_title: 'LUMI-1: Lumiravir in Adults With Marlow Fever',
  official_title: 'A Double-blind Trial of Lumiravir in Adults With Marlow Fever',
  primary_outcomes: [{ measure: 'Time to diagnosis of type 2 diabetes', time_frame: null }],
};
const sources = listSources({
  rag_results: null,
  ctgov_results: { trials: [registered], total: 1, not_found: [] },
  pubmed_results: { pmids: ['990000001'], total: 1, publications: [told], not_found: [] },
});
const numberOf = (kind: 'publication' | 'trial') => sources.find((one) => one.kind === kind)?.n;
const reasonOf = (kind: 'publication' | 'trial', statement: string) =>
  whyRemoved(statement, { sources, n: numberOf(kind) });

describe('measures that a model tells of a publication', () => {
  it.each([
    ['Fever recurred in 43 of 206 patients assigned to lumiravir', 'number 43'],
    ['Fever recurred in 27 of 206 patients assigned to placebo', 'number 27'],
    ['The median follow-up was 31.5 weeks', 'unit of 31.5'],
    ['The mean follow-up was 31.5 days', 'place of 31.5'],
    ['Lumiravir was given at a dose of 200 g daily', 'unit of 200'],
    ['Cells were treated for 6 days', 'unit of 6'],
    ['The odds ratio with lumiravir was 0.64', 'place of 0.64'],
    ['Lumiravir reduced muscle strength by 1.35 kg', 'place of 1.35'],
    ['Lumiravir reduced grip force by 2.44 kg', 'place of 2.44'],
    ['The activity was 2,108 IU/mg of protein in the rind and 625 IU/mg in the pulp', 'place of'],
    ['Adults had a second episode of Marlow fever', 'second episode'],
    ['The primary outcome was grip force', 'primary outcome'],
    ['Лумиравир снизил мышечную силу на 1,35 кг', 'unsupported'],
  ])('are wrong where they are of something else: %s', (statement, reason) => {
    expect(reasonOf('publication', statement)).toContain(reason);
  });

  it.each([
    'Fever recurred in 43 of 206 patients assigned to placebo and in 27 of 206 assigned to lumiravir',
    'The rate was 7.5% per day with placebo and 4.7% per day with lumiravir',
    'The median follow-up was 31.5 days',
    'Lumiravir was given at a dose of 200 mg daily',
    'The hazard ratio with lumiravir was 0.64',
    'Lumiravir resulted in a reduction in muscle strength of 2.44 kg',
    'The difference of grip force was -0.29 kg',
    'The activity was 2,108 IU/mg in the pulp and 625 IU/mg in the rind',
    'Adults had a first episode of Marlow fever',
    'The primary outcome was a recurrence of fever',
  ])('are kept where they are right: %s', (statement) => {
    expect(reasonOf('publication', statement)).toBeUndefined();
  });
});

describe('facts that a model tells of a study', () => {
  it.each([
    ['418 participants recovered', 'what 418 did'],
    ['418 patients received lumiravir', 'what 418 did'],
    ['The study enrolled 418 patients with diabetes', 'people with'],
    ['The study was single-blind', 'design'],
    ['LUMI-2 enrolled 418 participants', 'name LUMI-2'],
  ])('are wrong where the record does not have them: %s', (statement, reason) => {
    expect(reasonOf('trial', statement)).toContain(reason);
  });

  it.each([
    '418 participants were enrolled',
    'The study enrolled 418 adults with Marlow fever',
    'The study was double-blind',
    'LUMI-1 enrolled 418 participants',
  ])('are kept where it has them: %s', (statement) => {
    expect(reasonOf('trial', statement)).toBeUndefined();
  });
});
