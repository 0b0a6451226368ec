import { describe, expect, it } from '@jest/globals';
import { readQuestion } from './read-question.ts';

const today = new Date('2026-11-22');

describe('how many and how old the participants are', () => {
  it.each([
    ['Trials of aspirin with more than 500 participants', 'with more than 500 participants'],
    ['Phase 3 aspirin trials with at least 1,000 participants', 'with at least 1,000 participants'],
    ['Aspirin trials with fewer than 100 patients', 'with fewer than 100 patients'],
    ['Trials of aspirin with over 1000 patients enrolled', 'with over 1000 patients enrolled'],
    ['Trials of aspirin enrolling more than 200 people', 'enrolling more than 200 people'],
    ['Trials of aspirin with enrollment > 500', 'with enrollment > 500'],
    ['Trials of aspirin in adults aged 18-65', 'aged 18-65'],
    ['Trials of aspirin in adults over 60', 'over 60'],
    ['Trials of aspirin in patients older than 70 years', 'older than 70 years'],
    ['Исследования аспирина с участием более 500 пациентов', 'с участием более 500 пациентов'],
    ['Исследования аспирина, более 1 000 участников', 'более 1 000 участников'],
    ['Исследования аспирина с числом участников больше 500', 'с числом участников больше 500'],
    ['Исследования аспирина у больных старше 60 лет', 'старше 60 лет'],
  ])('is said to be searched for by neither service: %s', (text, aside) => {
    const { entities, filters, unused } = readQuestion(text, today);
    expect(entities).toMatchObject({ interventions: ['aspirin'], terms: [] });
    expect(filters).toMatchObject({ statuses: [], date_from: null, date_to: null });
    expect(unused).toContain(aside);
  });

  it('is no dose', () => {
    const { entities, unused } = readQuestion('Trials of aspirin over 100 mg', today);
    expect([entities.terms, unused]).toEqual([['over 100 mg'], []]);
  });

  it.each([
    ['Randomized double-blind placebo-controlled trials of aspirin'],
    ['Industry-sponsored trials of aspirin'],
    ['Trials of aspirin by universities, not by companies'],
  ])('leaves how a study is made out of the words to search for: %s', (text) => {
    const { entities, unused } = readQuestion(text, today);
    expect(entities).toMatchObject({ interventions: ['aspirin'], terms: [] });
    expect(unused).not.toEqual([]);
  });
});

describe('numbers of other registries', () => {
  it.each([
    ['Trial ISRCTN12345678 of aspirin', 'ISRCTN12345678'],
    ['EudraCT 2019-001234-12, aspirin', '2019-001234-12'],
    ['Aspirin, EU CT 2023-503698-40-00', '2023-503698-40-00'],
    ['Aspirin: CTRI/2020/05/025123', 'CTRI/2020/05/025123'],
    ['Aspirin in DRKS00012345', 'DRKS00012345'],
  ])('are words to search for, and no dates: %s', (text, number) => {
    expect(readQuestion(text, today)).toMatchObject({
      intent: 'indication_phase_trials',
      entities: { interventions: ['aspirin'], terms: [number] },
      filters: { date_from: null, date_to: null },
      unused: [],
    });
  });
});
