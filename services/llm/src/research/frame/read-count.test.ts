import { describe, expect, it } from '@jest/globals';
import { readQuestion } from './read-question.ts';

const today = new Date('2026-11-22');
const read = (query: string) => {
  const { filters, entities, unused } = readQuestion(query, today);
  return { max: filters.max_publications, from: filters.date_from, terms: entities.terms, unused };
};

describe('how many publications are asked for', () => {
  it.each([
    ['latest 2 publications on semaglutide', 2],
    ['The three most recent reviews on semaglutide', 3],
    ['top 5 papers about semaglutide', 5],
    ['последние 2 статьи о семаглутиде', 2],
    ['Покажи три последних обзора о семаглутиде', 3],
  ])('is read: %s', (query, max) => {
    expect(read(query)).toEqual({ max, from: null, terms: [], unused: [] });
  });

  it.each([
    ['Papers on semaglutide in the last 2 years', '2024-11-22'],
    ['Статьи о семаглутиде за последние 2 года', '2024-11-22'],
    ['last 2 years publications on semaglutide', '2024-11-22'],
    ['последние 5 лет публикации о семаглутиде', '2021-11-22'],
    ['latest 50 papers on semaglutide', null],
    ['Phase 2 reviews of semaglutide', null],
  ])('is not a span of time, nor more than is read: %s', (query, from) => {
    expect(read(query)).toMatchObject({ max: null, from });
  });

  it('leaves another number of the same words as it is', () => {
    const query = 'in the last 2 years, the last 2 papers on semaglutide';
    expect(read(query)).toMatchObject({ max: 2, from: '2024-11-22' });
  });

  it('is told where it is of publications beside studies, which come in the order', () => {
    const { filters, unused } = readQuestion('latest 2 reviews and trials of semaglutide', today);
    expect(filters).toMatchObject({ max_publications: null, max_trials: null });
    expect({ order: filters.trial_order, unused }).toEqual({ order: 'newest', unused: ['2'] });
  });
});

describe('how many studies are asked for', () => {
  it.each([
    ['latest 2 trials of semaglutide', 2, 'newest'],
    ['The two most recent trials of semaglutide', 2, 'newest'],
    ['last 3 phase 2 trials of semaglutide', 3, 'newest'],
    ['Show me the three largest type 2 diabetes trials of semaglutide', 3, 'largest'],
    ['top 5 trials of semaglutide by enrollment', 5, 'largest'],
    ['three trials of semaglutide', 3, null],
    ['List 4 trials of semaglutide', 4, null],
    ['последние 3 исследования семаглутида', 3, 'newest'],
    ['Покажи два крупнейших исследования семаглутида', 2, 'largest'],
  ])('is read with their order: %s', (query, max_trials, trial_order) => {
    const { filters, entities, unused } = readQuestion(query, today);
    expect(filters).toMatchObject({ max_trials, trial_order, max_publications: null });
    expect({ terms: entities.terms, unused }).toEqual({ terms: [], unused: [] });
  });

  it.each([
    'Phase 3 trials of semaglutide',
    'type 2 diabetes trials of semaglutide',
    'Show me 10 mg semaglutide trials',
    '24 week trials of semaglutide',
    'One trial of semaglutide was stopped',
    'Trials of semaglutide in the last 2 years',
    'latest 50 trials of semaglutide',
    'What did 2 trials of semaglutide find?',
  ])('is no phase, type, dose or span: %s', (query) => {
    expect(readQuestion(query, today).filters.max_trials).toBeNull();
  });
});
