import { describe, expect, it } from '@jest/globals';
import { trialStatusSchema } from '@lectern/contracts';
import { readQuestion } from './read-question.ts';

const today = new Date('2026-11-22');

function leaves(query: string, denied: string): void {
  const { filters, entities, unused } = readQuestion(query, today);
  const left = trialStatusSchema.options.filter((status) => !denied.split(' ').includes(status));
  expect(filters.statuses).toEqual(left);
  expect([entities.conditions, entities.terms, unused]).toEqual([['asthma'], [], []]);
}

describe('what a question excludes', () => {
  it.each([
    ['exclude all completed trials', 'COMPLETED'],
    ['except all completed ones', 'COMPLETED'],
    ['hide every completed trial', 'COMPLETED'],
    ['exclude any that are completed', 'COMPLETED'],
    ['none of them completed', 'COMPLETED'],
    ['all but completed', 'COMPLETED'],
    ['not counting completed ones', 'COMPLETED'],
    ['ignore all terminated or withdrawn studies', 'TERMINATED WITHDRAWN'],
    ['no withdrawn or suspended', 'WITHDRAWN SUSPENDED'],
    ["don't show me completed ones", 'COMPLETED'],
    ['do not include any of the completed ones', 'COMPLETED'],
    ['get rid of completed ones', 'COMPLETED'],
    ['none that were withdrawn', 'WITHDRAWN'],
    ['excluding those already completed', 'COMPLETED'],
    ['skip anything completed', 'COMPLETED'],
    ['completed ones should be excluded', 'COMPLETED'],
    ['with completed ones removed', 'COMPLETED'],
    ['nothing terminated or suspended', 'TERMINATED SUSPENDED'],
    ['unless completed', 'COMPLETED'],
    ['any status but withdrawn', 'WITHDRAWN'],
    ['that no longer recruit', 'RECRUITING NOT_YET_RECRUITING'],
    ['weeding out the completed ones', 'COMPLETED'],
    ['with completed ones discarded', 'COMPLETED'],
    ['withdrawn ones eliminated', 'WITHDRAWN'],
  ])('leaves all other statuses: Asthma trials, %s', (words, denied) => {
    leaves(`Asthma trials, ${words}`, denied);
  });

  it.each([
    ['убери все завершённые', 'COMPLETED'],
    ['кроме всех завершённых', 'COMPLETED'],
    ['ни одного завершённого', 'COMPLETED'],
    ['исключи все отозванные и приостановленные', 'WITHDRAWN SUSPENDED'],
    ['завершённые не нужны', 'COMPLETED'],
    ['не нужны завершённые', 'COMPLETED'],
    ['завершённые исключить', 'COMPLETED'],
    ['кроме тех, что уже завершены', 'COMPLETED'],
    ['ничего завершённого', 'COMPLETED'],
    ['скрыть отозванные', 'WITHDRAWN'],
    ['опускай завершённые', 'COMPLETED'],
    ['завершённые опустить', 'COMPLETED'],
  ])('leaves all other statuses: Исследования астмы, %s', (words, denied) => {
    leaves(`Исследования астмы, ${words}`, denied);
  });

  it.each([
    'exclude small completed ones',
    'exclude small completed',
    'without the old completed ones',
    'excluding phase 3 completed ones',
    'exclude completed phase 3 trials',
    'exclude completed without results',
    'exclude phases 1 and 2',
    'exclude every phase 2',
    'exclude old phase 2 trials',
    'none of them phase 1',
    'exclude old, completed trials',
    'excluding phase 1, phase 2 and completed trials',
    'exclude completed copd trials',
    'exclude completed trials in children',
    'exclude those with results',
    'not recently completed',
    'not only completed ones',
    'do not exclude completed ones',
    'not excluding phase 3',
    'do not forget completed ones',
  ])('is told where no filter can say it: Asthma trials, %s', (words) => {
    expect(readQuestion(`Asthma trials, ${words}`, today)).toMatchObject({
      intent: 'indication_phase_trials',
      entities: { conditions: ['asthma'], terms: [] },
      filters: { statuses: [], phases: [], has_results: null },
      unused: [words],
    });
  });

  it.each([
    ['Asthma papers', 'exclude all reviews'],
    ['Asthma papers', 'exclude old reviews'],
    ['Asthma papers', 'hide every case report'],
    ['Asthma papers', 'no old reviews'],
    ['Asthma papers', 'I do not need reviews'],
    ['Статьи об астме', 'никаких обзоров'],
    ['Исследования астмы', 'исключи исследования с результатами'],
    ['Исследования астмы', 'кроме тех, что завершены до 2010 года'],
    ['Исследования астмы', 'не исключая завершённые'],
    ['Исследования астмы', 'не только завершённые'],
    ['Статьи об астме', 'убери все обзоры'],
    ['Статьи об астме', 'кроме старых обзоров'],
    ['Исследования астмы', 'без малых завершённых'],
    ['Исследования астмы', 'исключая завершённые третьей фазы'],
    ['Исследования астмы', 'кроме всех исследований фазы 3'],
  ])('is told where no filter can say it: %s, %s', (asked, words) => {
    expect(readQuestion(`${asked}, ${words}`, today)).toMatchObject({
      entities: { conditions: ['asthma'], terms: [] },
      filters: { statuses: [], phases: [], publication_types: [] },
      unused: [words.replace(/^I /, '')],
    });
  });

  it.each([
    ['I do not want to miss', 'completed trials of asthma', 'do not want to miss completed trials'],
    ["I don't want to see", 'completed trials of asthma', "don't want to see completed trials"],
    ["Don't leave out", 'completed trials of asthma', "don't leave out completed trials"],
    ['Hide all the small', 'completed trials of asthma', 'hide all the small completed trials'],
    ['Не пропусти', 'завершённые испытания астмы', 'не пропусти завершённые испытания'],
    [
      'Не хочу пропустить',
      'завершённые испытания астмы',
      'не хочу пропустить завершённые испытания',
    ],
  ])('leaves the topic and the kind of records: %s %s', (lead, records, told) => {
    expect(readQuestion(`${lead} ${records}`, today)).toMatchObject({
      intent: 'indication_phase_trials',
      entities: { conditions: ['asthma'], terms: [] },
      filters: { statuses: [] },
      unused: [told],
    });
  });

  it.each([
    'Are there no completed trials of asthma?',
    'Have no trials of asthma been completed?',
    'Why are there no completed trials of asthma?',
  ])('is not what a question asks after, expecting none: %s', (query) => {
    expect(readQuestion(query, today)).toMatchObject({
      intent: 'indication_phase_trials',
      entities: { conditions: ['asthma'], terms: [] },
      filters: { statuses: ['COMPLETED'] },
      unused: [],
    });
  });

  it.each([
    [
      'Removing the gallbladder during pregnancy trials',
      'removing the gallbladder during pregnancy',
    ],
    ['Removing all teeth before irradiation studies', 'removing all teeth before irradiation'],
    ['Eliminating the parasite in trials', 'eliminating the parasite'],
    ['Never smokers lung cancer trials', 'never smokers'],
  ])('is nothing that is done to people, nor who they are: %s', (query, topic) => {
    const { intent, entities, unused } = readQuestion(query, today);
    expect([intent, entities.terms, unused]).toEqual(['indication_phase_trials', [topic], []]);
  });

  it.each([
    ['Asthma trials, hide everything except completed ones', ['COMPLETED'], []],
    ['Asthma trials, nothing but completed', ['COMPLETED'], []],
    ['Asthma trials, exclude all but phase 3', [], ['PHASE3']],
    ['Исследования астмы, исключи все, кроме завершённых', ['COMPLETED'], []],
    ['Asthma trials, eliminate everything but completed ones', ['COMPLETED'], []],
    ['Исследования астмы, ничего кроме фазы 3', [], ['PHASE3']],
  ])('is all but what is asked for: %s', (query, statuses, phases) => {
    expect(readQuestion(query, today)).toMatchObject({
      entities: { conditions: ['asthma'], terms: [] },
      filters: { statuses, phases },
      unused: [],
    });
  });

  it.each([
    ['Trials that do not exclude pregnant women with asthma', [], []],
    ['Completed trials of asthma excluding copd', ['COMPLETED'], []],
    ['Asthma trials excluding copd, phase 3, recruiting', ['RECRUITING'], ['PHASE3']],
    ['Phase 3 trials without placebo in asthma that are completed', ['COMPLETED'], ['PHASE3']],
    ['Recruiting asthma trials, excluding small phase 1 ones', ['RECRUITING'], []],
  ])('ends where something is asked for: %s', (query, statuses, phases) => {
    expect(readQuestion(query, today)).toMatchObject({
      entities: { conditions: ['asthma'] },
      filters: { statuses, phases },
    });
  });

  it('is told as an exclusion where its words stand behind the studies', () => {
    const { filters, unused } = readQuestion(
      'Asthma trials with old completed ones left out',
      today,
    );
    expect([filters.statuses, unused]).toEqual([[], ['excluding old completed ones']]);
  });

  it('leaves the time to all that is asked for behind a kind of publications', () => {
    const { filters, unused } = readQuestion('Asthma papers excluding reviews since 2020', today);
    expect([filters.date_from, unused]).toEqual(['2020-01-01', ['excluding reviews']]);
  });
});
