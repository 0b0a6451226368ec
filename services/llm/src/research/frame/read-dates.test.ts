import { describe, expect, it } from '@jest/globals';
import { readQuestion } from './read-question.ts';

const today = new Date('2026-11-22');

describe('times in a question', () => {
  it.each([
    ['since 2020', '2020-01-01', null],
    ['between 2015 and 2018', '2015-01-01', '2018-12-31'],
    ['in the last five years', '2021-11-22', null],
    ['before 2010', null, '2009-12-31'],
    ['after January 2025', '2025-02-01', null],
    ['in 2012', '2012-01-01', '2012-12-31'],
    ['за последние 3 года', '2023-11-22', null],
    ['с марта 2021 года', '2021-03-01', null],
    ['за 2021–2024 годы', '2021-01-01', '2024-12-31'],
    ['from 2012', '2012-01-01', '2012-12-31'],
    ['from March 2012', '2012-03-01', '2012-03-31'],
    ['2012', '2012-01-01', '2012-12-31'],
    ['от 2012 года', '2012-01-01', '2012-12-31'],
    ['с 2012 года', '2012-01-01', null],
    ['from 2012 onwards', '2012-01-01', null],
    ['from 2012 on', '2012-01-01', null],
    ['published before 2013 on', null, '2012-12-31'],
    ['from 2012 on aspirin', '2012-01-01', '2012-12-31'],
    ['in 2012 or later', '2012-01-01', null],
    ['from 2012 to now', '2012-01-01', null],
    ['не раньше 2012', '2012-01-01', null],
    ['no later than 2012', null, '2012-12-31'],
    ['older than 2010', null, '2009-12-31'],
    ['after 2010 and before 2020', '2011-01-01', '2019-12-31'],
    ['between 2018 and 2015', '2015-01-01', '2018-12-31'],
    ['2012/2013', '2012-01-01', '2013-12-31'],
    ['from March 2012 to 2012', '2012-03-01', '2012-12-31'],
    ['since 2012/03/15', '2012-03-15', null],
    ['since 2012.03.15', '2012-03-15', null],
    ['since 15 Mar. 2012', '2012-03-15', null],
    ['since March 15, 2012', '2012-03-15', null],
    ['с 15.03.2012', '2012-03-15', null],
    ['since 2020-02-31', '2020-02-29', null],
    ['since 11/2012', '2012-11-01', null],
    ['since mid-2021 up to today', '2021-01-01', null],
    ['from early 2021 until now', '2021-01-01', null],
    ['that began in the second half of 2018', '2018-07-01', '2018-12-31'],
    ['во второй половине 2018 года', '2018-07-01', '2018-12-31'],
    ['in the 1990s', '1990-01-01', '1999-12-31'],
    ['in the last decade', '2016-11-22', null],
    ['this year', '2026-01-01', '2026-12-31'],
    ['last year', '2025-01-01', '2025-12-31'],
    ['in the last year', '2025-11-22', null],
    ['since last year', '2025-01-01', null],
    ['за последние полгода', '2026-05-22', null],
    ['опубликованные в прошлом году', '2025-01-01', '2025-12-31'],
    ['since the beginning of 2020 and until now', '2020-01-01', null],
    ['с начала 2019 года по настоящее время', '2019-01-01', null],
    ['until the end of 2019', null, '2019-12-31'],
    ['since 01/05/2020', '2020-01-05', null],
    ['since 31/05/2020', '2020-05-31', null],
    ['since 05/31/2020', '2020-05-31', null],
    ['between March 2019 and now', '2019-03-01', null],
    ['between 2011 and today', '2011-01-01', null],
    ['между мартом 2012 и сегодняшним днём', '2012-03-01', null],
    ['между 2011 и 2013 годами', '2011-01-01', '2013-12-31'],
    ['с 2011 года по сей день', '2011-01-01', null],
    ['from January through June 2012', '2012-01-01', '2012-06-30'],
    ['с ноября по февраль 2012 года', '2011-11-01', '2012-02-29'],
    ['since the 1990s', '1990-01-01', null],
    ['in the early 2010s', '2010-01-01', '2019-12-31'],
    ['in Q1 2021', '2021-01-01', '2021-03-31'],
    ['since the third quarter of 2020', '2020-07-01', null],
    ['в первом квартале 2012 года', '2012-01-01', '2012-03-31'],
    ['since spring 2020', '2020-03-01', null],
    ['с весны 2012 года', '2012-03-01', null],
    ['before summer 2015', null, '2015-05-31'],
    ['no older than 3 years', '2023-11-22', null],
    ['не старше трёх лет', '2023-11-22', null],
    ['in the last 2-3 years', '2023-11-22', null],
    ['за последние 2-3 года', '2023-11-22', null],
    ['from the last couple of years', '2024-11-22', null],
    ['within the past few years', '2021-11-22', null],
    ['за последние несколько лет', '2021-11-22', null],
    ['not published before 2012', '2012-01-01', null],
    ['in 2011, 2012 and 2013', '2011-01-01', '2013-12-31'],
    ['dated 2012-10', '2012-10-01', '2012-10-31'],
  ])('reads the span "%s"', (span, date_from, date_to) => {
    const { filters, entities, unused } = readQuestion(`Publications on asthma ${span}`, today);
    expect(filters).toMatchObject({ date_from, date_to });
    expect([entities.terms, unused]).toEqual([[], []]);
  });

  it.each([
    ['published before 2010 or after 2015'],
    ['not from 2012'],
    ['except 2012-2014'],
    ['кроме 2012 года'],
    ['since 2022 or before 2019'],
    ['published after 2022 or published before 2019'],
    ['после 2030 или до 2010 года'],
  ])('sets aside a time that is no span: %s', (words) => {
    const { filters, entities, unused } = readQuestion(`Publications ${words} on asthma`, today);
    expect(filters).toMatchObject({ date_from: null, date_to: null });
    expect([entities.conditions, entities.terms, unused]).toEqual([['asthma'], [], [words]]);
  });

  it.each([
    ['after 2022, before 2019', ['after 2022', 'before 2019']],
    ['since 2022 and until 2019', ['since 2022', 'until 2019']],
    ['after 2022 before spring 2019', ['after 2022', 'before 2019-03']],
    ['после 2022 года, до 2019 года', ['после 2022 года', 'до 2019 года']],
    ['from the last 999 decades', ['from the last 999 decades']],
  ])('sets aside a time that leaves no day: %s', (words, unused) => {
    const frame = readQuestion(`Publications on asthma ${words}`, today);
    expect(frame.filters).toMatchObject({ date_from: null, date_to: null });
    expect([frame.entities.conditions, frame.entities.terms]).toEqual([['asthma'], []]);
    expect([...frame.unused].sort()).toEqual([...unused].sort());
  });

  it('takes the age of patients for no date', () => {
    const text = 'Trials of aspirin in patients not older than 70 years';
    expect(readQuestion(text, today).filters).toMatchObject({ date_from: null, date_to: null });
  });

  it.each([
    ['a dose of 2000 mg', new Date('2026-11-22'), null],
    ['in the last month', new Date('2026-03-31'), '2026-02-28'],
  ])('takes no other number for a year, and keeps to the calendar: %s', (words, day, date_from) => {
    expect(readQuestion(`Asthma papers ${words}`, day).filters).toMatchObject({ date_from });
  });
});
