import { describe, expect, it } from '@jest/globals';
import { readQuestion } from './read-question.ts';

const today = new Date('2026-11-22');
const ongoing = ['RECRUITING', 'ACTIVE_NOT_RECRUITING', 'ENROLLING_BY_INVITATION'];

describe('questions in the words of talk', () => {
  it.each([
    'Which remdesivir trials are recruiting right now?',
    'remdesivir trials recruiting at the moment',
    'Are there by any chance any remdesivir trials recruiting at present?',
    'remdesivir trials that are recruiting as of now, though',
    'Какие исследования ремдесивира набирают участников прямо сейчас?',
    'Расскажи, какие исследования ремдесивира на данный момент набирают участников',
  ])('searches for no word that tells of no topic: %s', (query) => {
    const { entities, filters, unused } = readQuestion(query, today);
    expect(entities).toMatchObject({ interventions: ['remdesivir'], terms: [] });
    expect(filters.statuses).toEqual(['RECRUITING']);
    expect(unused).toEqual([]);
  });

  it('searches for such words where they are of the topic', () => {
    const { entities } = readQuestion('Papers on remdesivir in right heart failure', today);
    expect(JSON.stringify(entities)).toContain('right');
  });

  it.each([
    'Are any trials of remdesivir still going on?',
    'remdesivir trials that are still going',
    'Trials of remdesivir which are going on now',
    'Какие исследования ремдесивира сейчас идут?',
    'Какие испытания ремдесивира ещё идут?',
  ])('reads studies that go on: %s', (query) => {
    const { entities, filters, unused } = readQuestion(query, today);
    expect(filters.statuses).toEqual(ongoing);
    expect([entities.terms, unused]).toEqual([[], []]);
  });

  it.each([
    ['remdesivir trials w/ results', true],
    ['remdesivir trials w/o results', false],
    ['remdesivir trials w/out posted results', false],
  ])('reads the short forms of with and without: %s', (query, has) => {
    const { filters, unused } = readQuestion(query, today);
    expect(filters.has_results).toBe(has);
    expect(unused).toEqual([]);
  });

  it.each([
    ['Trials of remdesivir that are no longer recruiting', true],
    ["Trials of remdesivir that aren't recruiting anymore", true],
    ['Исследования ремдесивира, где набор больше не идёт', true],
    ['Исследования ремдесивира, которые больше не набирают участников', true],
    ['Trials of remdesivir not recruiting', false],
  ])(
    'leaves out studies that have yet to recruit where recruiting is over: %s',
    (query, isOver) => {
      const { statuses } = readQuestion(query, today).filters;
      expect(statuses).not.toContain('RECRUITING');
      expect(statuses.includes('NOT_YET_RECRUITING')).toBe(!isOver);
    },
  );

  it.each([
    ['Phase 4 or withdrawn trials of remdesivir', 'or'],
    ['Completed or phase 2 trials of remdesivir', 'or'],
    ['Завершённые или фазы 2 исследования ремдесивира', 'или'],
  ])('tells that a phase and a status are not asked for as alternatives: %s', (query, or) => {
    const { filters, unused } = readQuestion(query, today);
    expect([filters.phases.length, filters.statuses.length]).toEqual([1, 1]);
    expect(unused).toEqual([or]);
  });

  it.each([
    ['Trials like the withdrawn NCT04280705 but recruiting', ['RECRUITING'], []],
    ['Completed trials similar to the terminated phase 3 trial NCT04280705', ['COMPLETED'], []],
    ['Исследования, похожие на отозванное NCT04280705, но завершённые', ['COMPLETED'], []],
    ['something like NCT04280705 but phase 3', [], ['PHASE3']],
    ['anything like NCT04280705 in phase 3', [], ['PHASE3']],
  ])(
    'reads likeness to a study that is described or not called one: %s',
    (query, statuses, phases) => {
      const { entities, filters } = readQuestion(query, today);
      expect(entities).toMatchObject({ similar_to: ['NCT04280705'], terms: [] });
      expect(filters).toMatchObject({ statuses, phases });
    },
  );
});
