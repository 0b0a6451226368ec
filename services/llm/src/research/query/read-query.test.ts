import { describe, expect, it } from '@jest/globals';
import { readQuery } from './read-query.ts';

const today = new Date('2026-11-28T12:00:00Z');
const read = (query: string) => readQuery(query, today);

describe('the kind of record', () => {
  it.each([
    ['Papers on asthma', 'recent_pubs_by_topic'],
    ['Метаанализы по asthma', 'recent_pubs_by_topic'],
    ['10.1056/NEJMoa1210384', 'recent_pubs_by_topic'],
    ['Phase 3, asthma', 'indication_phase_trials'],
    ['Клинические исследования asthma', 'indication_phase_trials'],
    ['NCT04280705', 'indication_phase_trials'],
    ['Publications of NCT04280705', 'trials_with_pubs'],
    ['Which trial does PMID 23121403 report?', 'trials_with_pubs'],
    ['asthma in children', 'trials_with_pubs'],
    ['What does our dosing protocol say about asthma?', 'hybrid_search'],
    ['Что сказано в наших документах об asthma?', 'hybrid_search'],
  ])('is read from identifiers and closed words: %s', (query, intent) => {
    expect(read(query).intent).toBe(intent);
  });

  it('adds publications to own documents where both are named', () => {
    const { filters } = read('Compare our protocol for asthma with published evidence');
    expect(filters.include_publications).toBe(true);
  });
});

describe('identifiers', () => {
  it.each([
    ['nct 04280705 and NCT-99000001', ['NCT04280705', 'NCT99000001'], []],
    ['https://clinicaltrials.gov/study/NCT04280705?tab=results', ['NCT04280705'], []],
    ['PMIDs 20412080, 22528466 и 22351513', [], ['20412080', '22528466', '22351513']],
    ['https://pubmed.ncbi.nlm.nih.gov/23121403/', [], ['23121403']],
  ])('are read as they are written: %s', (query, nctIds, pmids) => {
    const { entities } = read(query);
    expect([entities.nct_ids, entities.pmids, entities.terms]).toEqual([nctIds, pmids, []]);
  });

  it('leave out what is asked about their records', () => {
    const { entities, filters } = read('Where is NCT07745504, and is it recruiting in phase 3?');
    expect(entities.terms).toEqual([]);
    expect([filters.phases, filters.statuses]).toEqual([[], []]);
  });

  it('of the wrong length are set aside', () => {
    const { entities, unused } = read('Who sponsors NCT9900001?');
    expect([entities.nct_ids, entities.terms, unused]).toEqual([[], [], ['NCT9900001']]);
  });
});

describe('phases', () => {
  it.each([
    ['phase 3 trials', ['PHASE3']],
    ['Phase II/III', ['PHASE2', 'PHASE3']],
    ['phase 1-3', ['PHASE1', 'PHASE2', 'PHASE3']],
    ['phase 2a or phase 4', ['PHASE2', 'PHASE4']],
    ['phase three', ['PHASE3']],
    ['early phase 1', ['EARLY_PHASE1']],
    ['исследования II и III фазы', ['PHASE2', 'PHASE3']],
    ['3-й фазы', ['PHASE3']],
    ['фаза 1/2', ['PHASE1', 'PHASE2']],
    ['type 2 diabetes trials', []],
  ])('are read: %s', (query, phases) => {
    expect(read(query).filters.phases).toEqual(phases);
  });
});

describe('statuses', () => {
  it.each([
    ['not yet recruiting trials', ['NOT_YET_RECRUITING']],
    ['active, not recruiting trials', ['ACTIVE_NOT_RECRUITING']],
    ['recruiting or completed trials', ['RECRUITING', 'COMPLETED']],
    ['trials that are not completed', []],
    ['Отозванные исследования', ['WITHDRAWN']],
    ['Исследования, где набор ещё не начат', ['NOT_YET_RECRUITING']],
  ])('are read by their own names: %s', (query, statuses) => {
    expect(read(query).filters.statuses).toEqual(statuses);
  });
});

describe('dates', () => {
  it.each([
    ['asthma since 2020', '2020-01-01', null],
    ['asthma after 2020', '2021-01-01', null],
    ['asthma before March 2015', null, '2015-02-28'],
    ['asthma until 2015', null, '2015-12-31'],
    ['asthma in 2012', '2012-01-01', '2012-12-31'],
    ['asthma, 2012', '2012-01-01', '2012-12-31'],
    ['asthma 2019-2021', '2019-01-01', '2021-12-31'],
    ['asthma from 5 May 2020 to 2021-06-30', '2020-05-05', '2021-06-30'],
    ['asthma between 2021 and 2019', '2019-01-01', '2021-12-31'],
    ['asthma, last five years', '2021-11-28', null],
    ['asthma in the past 18 months', '2025-05-28', null],
    ['asthma last year', '2025-01-01', '2025-12-31'],
    ['astma с 2019 по 2021 год', '2019-01-01', '2021-12-31'],
    ['astma до 2015 года', null, '2014-12-31'],
    ['astma после марта 2020', '2020-04-01', null],
    ['astma за последние пять лет', '2021-11-28', null],
    ['astma с 1 июля 2020', '2020-07-01', null],
    ['trials with 2000 patients', null, null],
    ['asthma since 2020-13-45', null, null],
  ])('are resolved to days: %s', (query, from, to) => {
    const { filters } = read(query);
    expect([filters.date_from, filters.date_to]).toEqual([from, to]);
  });
});

describe('counts and order', () => {
  it.each([
    ['5 papers on asthma', 5, null],
    ['the latest 3 reviews of asthma', 3, 'newest'],
    ['two largest trials of asthma', 2, 'largest'],
    ['type 2 diabetes trials', null, null],
    ['Последние 4 статьи об asthma', 4, 'newest'],
  ])('are read: %s', (query, count, order) => {
    const { filters } = read(query);
    expect([filters.max_publications ?? filters.max_trials, filters.trial_order]).toEqual([
      count,
      order,
    ]);
  });
});

describe('the rest of a question', () => {
  it('becomes terms as it stands, without stop words', () => {
    const { entities } = read('Which phase 3 trials of semaglutide in obesity are recruiting?');
    expect(entities.terms).toEqual(['semaglutide obesity']);
  });

  it('loses the words in a script that the services do not index', () => {
    const { entities, unused } = read('Исследования semaglutide при ожирении');
    expect([entities.terms, unused]).toEqual([['semaglutide'], ['ожирении']]);
  });

  it('stays within the limits of a frame', () => {
    const { entities } = read(`${'asthma '.repeat(270)}`);
    expect(entities.terms.every((term) => term.length <= 200)).toBe(true);
    expect(entities.terms.length).toBeLessThanOrEqual(20);
  });
});
