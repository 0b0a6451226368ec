import { describe, expect, it } from '@jest/globals';
import { readQuestion } from './read-question.ts';

const today = new Date('2026-11-22');
const read = (text: string) => readQuestion(text, today);

describe('kinds of records', () => {
  it.each([
    ['Cryopreservation of semen, articles, not trials', 'recent_pubs_by_topic'],
    ['Trials of aspirin, no publications please', 'indication_phase_trials'],
    ['Статьи об аспирине, а не исследования', 'recent_pubs_by_topic'],
    ['Trials of aspirin not in children', 'indication_phase_trials'],
    ['Studies and articles on tirzepatide since 2024', 'trials_with_pubs'],
    ['Papers and studies on aspirin', 'trials_with_pubs'],
    ["What's new on the human phenotype ontology?", 'recent_pubs_by_topic'],
    ['Latest research on phage display', 'recent_pubs_by_topic'],
    ['Что нового об онтологии фенотипов?', 'recent_pubs_by_topic'],
    ["What's new in our handbook?", 'hybrid_search'],
    ['What does our sepsis pathway say about lactate?', 'hybrid_search'],
    ['Is aspirin in our stroke care pathway?', 'hybrid_search'],
    ['What is our policy on visitors?', 'hybrid_search'],
    ['Publications on the pathway of our understanding of mTOR', 'recent_pubs_by_topic'],
  ])('that are asked for: %s', (text, intent) => {
    expect(read(text).intent).toBe(intent);
  });
});

describe('numbers of publications', () => {
  it.each([
    ['Compare PMID 23121403 with 29915538', ['23121403', '29915538']],
    ['PMID 23121403 vs 29915538', ['23121403', '29915538']],
    ['Сравни PMID 23121403 с 29915538', ['23121403', '29915538']],
    ['Does PMID 23121403 deal with 1000 patients?', ['23121403']],
    ['PMID 23121403 with 1000 patients', ['23121403']],
  ])('stand beside each other: %s', (text, pmids) => {
    expect(read(text).entities.pmids).toEqual(pmids);
  });
});

describe('a number that belongs to a name', () => {
  it.each([
    ['Find 5 fluorouracil trials', 'fluorouracil', null],
    ['List 5-FU trials', 'fluorouracil', null],
    ['Find 5 aspirin trials', 'aspirin', 5],
    ['Find 3 fluorouracil trials', 'fluorouracil', 3],
  ])('counts no trials: %s', (text, name, count) => {
    const { entities, filters } = read(text);
    expect([entities.interventions, filters.max_trials]).toEqual([[name], count]);
  });

  it('is searched for with it where the name is not known', () => {
    const { entities, filters } = read('Find 6 mercaptopurine trials');
    expect([...entities.interventions, ...entities.terms].join(' ')).toContain('mercaptopurine');
    expect(filters.max_trials).toBeNull();
  });
});

it.each([
  ['Newest and largest asthma trials', 'newest', ['largest']],
  ['The largest and newest asthma trials', 'largest', ['newest']],
  ['Oldest, smallest trials in asthma', 'oldest', ['smallest']],
])('of two orders the first counts, and the other is told: %s', (text, order, unused) => {
  const frame = read(text);
  expect([frame.filters.trial_order, frame.unused]).toEqual([order, unused]);
});

it.each([
  ['Trials starting in 2026 for asthma', '2026-01-01', '2026-12-31'],
  ['Studies that are starting in March 2026, asthma', '2026-03-01', '2026-03-31'],
  ['Asthma trials starting from 2024', '2024-01-01', null],
  ['Papers on asthma, starting in 2015', '2015-01-01', null],
])('a start is a time, or what the time is counted from: %s', (text, from, to) => {
  expect(read(text).filters).toMatchObject({ date_from: from, date_to: to });
});

it.each([
  ['Исследования Ново Нордиск по избыточному весу', 'Novo Nordisk', ['overweight']],
  ['Исследования Пфайзера при астме', 'Pfizer', ['asthma']],
  ['Современные исследования астмы', undefined, ['asthma']],
])('a company that Russian writes its own way is the sponsor: %s', (text, sponsor, conditions) => {
  const { entities } = read(text);
  expect(entities).toMatchObject({ sponsors: sponsor ? [sponsor] : [], conditions });
});
