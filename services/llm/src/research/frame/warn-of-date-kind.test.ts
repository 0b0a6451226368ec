import { expect, it } from '@jest/globals';
import { readQuestion } from './read-question.ts';
import { dateNotApplied, warnOfDateKind } from './warn-of-date-kind.ts';

const today = new Date('2026-11-22');

it.each([
  ['Trials of semaglutide published since 2020', 'A study has no date of publication'],
  ['Испытания семаглутида, опубликованные в 2020 году', 'У исследования нет даты публикации'],
])('tells that a date of publication limits no studies: %s', (query, start) => {
  const [warning] = warnOfDateKind(readQuestion(query, today), query);
  expect(warning).toEqual({ code: dateNotApplied, message: expect.stringContaining(start) });
});

it('tells that a date of studies limits no publications', () => {
  const frame = readQuestion('Papers on semaglutide since 2020', today);
  const changed = { ...frame, filters: { ...frame.filters, date_of: 'start' as const } };
  expect(warnOfDateKind(changed, '')).toEqual([
    { code: dateNotApplied, message: expect.stringContaining('publications of any date') },
  ]);
});

it.each([
  'Trials of semaglutide started since 2020',
  'Trials of semaglutide since 2020',
  'Papers on semaglutide published since 2020',
  'Trials of semaglutide and their publications',
])('says nothing where the date is one of the records: %s', (query) => {
  expect(warnOfDateKind(readQuestion(query, today), query)).toEqual([]);
});

it.each([
  'Semaglutide papers completed since 2020',
  'Semaglutide papers updated since 2020',
  'Our documents and semaglutide papers started since 2020',
  'Публикации о семаглутиде, завершённые с 2020 года',
])('tells that the time is taken for the date of publications: %s', (query) => {
  const frame = readQuestion(query, today);
  expect(frame.intent).toMatch(/recent_pubs_by_topic|hybrid_search/);
  expect(frame.filters).toMatchObject({ date_from: '2020-01-01', date_of: null, statuses: [] });
  expect(warnOfDateKind(frame, query)).toEqual([
    { code: 'date_assumed', message: expect.stringMatching(/one date|одна дата/) },
  ]);
});

it('tells of publications beside studies that the date of these does not limit them', () => {
  const query = 'Trials of semaglutide completed since 2020 and their publications';
  const frame = readQuestion(query, today);
  expect(frame).toMatchObject({
    intent: 'trials_with_pubs',
    filters: { statuses: ['COMPLETED'], date_of: 'completion' },
  });
  expect(warnOfDateKind(frame, query)).toMatchObject([{ code: dateNotApplied }]);
});
