import { describe, expect, it } from '@jest/globals';
import { readQuestion } from './read-question.ts';

describe('where a question goes by its words', () => {
  it.each([
    ['What is new in asthma?', 'recent_pubs_by_topic'],
    ['latest research on aspirin', 'recent_pubs_by_topic'],
    ['our immune pathway in asthma', 'recent_pubs_by_topic'],
    ['our metabolic pathways in type 2 diabetes', 'recent_pubs_by_topic'],
    ['our care pathway for asthma', 'hybrid_search'],
    ['our clinical pathway for asthma', 'hybrid_search'],
    ['Why are there no trials?', 'indication_phase_trials'],
    ['Asthma papers, no trials', 'recent_pubs_by_topic'],
  ])('is to %s: %s', (query, intent) => {
    expect(readQuestion(query).intent).toBe(intent);
  });

  it.each([
    'Why are there no trials of aspirin?',
    'Is it true that no trials of aspirin have results?',
  ])('keeps what there are no trials of: %s', (query) => {
    const { intent, entities, unused } = readQuestion(query);
    expect([intent, entities.interventions]).toEqual(['indication_phase_trials', ['aspirin']]);
    expect(unused).not.toContain('no trials of aspirin');
  });

  it.each([
    ['Р-Фарм', ['R-Pharm']],
    ['АстраЗенека', ['AstraZeneca']],
    ['АстраЗенеки', ['AstraZeneca']],
    ['ЭббВи', ['AbbVie']],
    ['Роша', ['Roche']],
    ['Рошен', []],
    ['компании Рошен', ['Рошен']],
  ])('has the sponsor of the usual Russian spelling: %s', (name, sponsors) => {
    expect(readQuestion(`Исследования аспирина ${name}`).entities.sponsors).toEqual(sponsors);
  });
});
