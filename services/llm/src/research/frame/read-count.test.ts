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

  it('is told where it is of studies, which come in no order of time', () => {
    const { max, unused } = read('latest 2 reviews and trials of semaglutide');
    expect({ max, unused }).toEqual({ max: null, unused: ['2', 'latest'] });
  });
});
