import { describe, expect, it } from '@jest/globals';
import { readQuestion } from './read-question.ts';

const today = new Date('2026-11-22');

describe('what a question lets in', () => {
  it.each([
    'Asthma trials, including the withdrawn ones',
    'Asthma trials including withdrawn and terminated ones',
    'Trials of asthma, even withdrawn ones',
    'Asthma trials, completed or not',
    'Are there asthma trials, whether recruiting or not?',
    'Исследования астмы, включая отозванные',
    'Исследования астмы, завершённые или нет',
    'Исследования астмы, в том числе прекращённые и отозванные',
  ])('leaves out no others: %s', (question) => {
    const { filters, entities, unused } = readQuestion(question, today);
    expect(filters.statuses).toEqual([]);
    expect([entities.conditions, entities.terms, unused]).toEqual([['asthma'], [], []]);
  });

  it.each([
    [
      'Recruiting asthma trials, including those not yet recruiting',
      ['NOT_YET_RECRUITING', 'RECRUITING'],
    ],
    ['Recruiting or not yet recruiting asthma trials', ['NOT_YET_RECRUITING', 'RECRUITING']],
    ['Phase 3 asthma trials, including the withdrawn ones', []],
    ['Asthma trials including only completed ones', ['COMPLETED']],
  ])('asks for both where others are named: %s', (question, statuses) => {
    expect(readQuestion(question, today).filters.statuses.toSorted()).toEqual(statuses);
  });

  it('does not take what is not included for included', () => {
    const { filters } = readQuestion('Asthma trials, not including the withdrawn ones', today);
    expect(filters.statuses).not.toContain('WITHDRAWN');
    expect(filters.statuses).toContain('COMPLETED');
  });
});

describe('a phase and those above it', () => {
  it.each([
    ['Phase 2 and above trials of asthma', ['PHASE2', 'PHASE3', 'PHASE4']],
    ['Asthma trials of phase 3 or later', ['PHASE3', 'PHASE4']],
    ['Asthma trials, phase 2 or higher', ['PHASE2', 'PHASE3', 'PHASE4']],
    ['Asthma trials in at least phase 3', ['PHASE3', 'PHASE4']],
    ['Phase 2 and above asthma trials', ['PHASE2', 'PHASE3', 'PHASE4']],
    ['Phase 2 or later asthma trials', ['PHASE2', 'PHASE3', 'PHASE4']],
    ['Phase 2b and above trials of asthma', ['PHASE2', 'PHASE3', 'PHASE4']],
    ['Phase 1/2 and above trials of asthma', ['PHASE1', 'PHASE2', 'PHASE3', 'PHASE4']],
    ['Phase 3+ asthma trials', ['PHASE3', 'PHASE4']],
    ['Phase 2 and below asthma trials', ['EARLY_PHASE1', 'PHASE1', 'PHASE2']],
    ['Исследования астмы 2 фазы и выше', ['PHASE2', 'PHASE3', 'PHASE4']],
    ['Asthma trials up to phase 2', ['EARLY_PHASE1', 'PHASE1', 'PHASE2']],
    ['Asthma trials of phase 2 and below', ['EARLY_PHASE1', 'PHASE1', 'PHASE2']],
  ])('is a stretch: %s', (question, phases) => {
    const { filters, entities, unused } = readQuestion(question, today);
    expect(filters.phases.toSorted()).toEqual(phases);
    expect([entities.conditions, entities.terms, unused]).toEqual([['asthma'], [], []]);
  });
});

it.each([
  'Phase 3 or higher doses of aspirin in asthma',
  'Phase 3 trials of asthma and above normal weight',
  'Phase 3 and above 65 years with asthma',
  'Phase 3 and more recent trials of asthma',
  'Phase 3 + chemotherapy for asthma',
])('what is more of something else asks for one phase: %s', (question) => {
  expect(readQuestion(question, today).filters.phases).toEqual(['PHASE3']);
});

describe('whether results are posted', () => {
  it.each([
    ['Asthma trials where results have not been posted', false],
    ["Asthma trials whose results haven't been published", false],
    ['Asthma trials whose results have been posted', true],
    ['Asthma trials with results', true],
    ['Исследования астмы, результаты которых не опубликованы', false],
    ['Исследования астмы, результаты которых опубликованы', true],
  ])('is read behind them too: %s', (question, hasResults) => {
    const { filters, entities, unused } = readQuestion(question, today);
    expect(filters.has_results).toBe(hasResults);
    expect([entities.conditions, entities.terms, unused]).toEqual([['asthma'], [], []]);
  });
});
