import { describe, expect, it } from '@jest/globals';
import { isOfNoStudy } from '../study-numbers.ts';
import { readQuestion } from './read-question.ts';
import { warnOfDates } from './warn-of-dates.ts';
import { warnOfNoTopic } from './warn-of-no-topic.ts';
import { warnOfNumbers } from './warn-of-numbers.ts';
import { warnOfUnused } from './warn-of-unused.ts';

describe('the number of a study', () => {
  it.each(['NCT-04280705', 'nct 04280705', 'NCT: 04280705', 'NCT#04280705'])(
    'is read as people write it: %s',
    (written) => {
      const { entities, unused } = readQuestion(`Who sponsors ${written}?`);
      expect(entities).toMatchObject({ nct_ids: ['NCT04280705'], terms: [] });
      expect(unused).toEqual([]);
    },
  );

  it('of the wrong length is told, and finds no studies of any topic', () => {
    const query = 'Who sponsors NCT0428070?';
    const frame = readQuestion(query);
    expect(frame.intent).toBe('indication_phase_trials');
    expect(frame.entities).toMatchObject({ terms: [], nct_ids: [] });
    expect(isOfNoStudy(frame)).toBe(true);
    expect(warnOfNoTopic(frame, query)).toEqual([]);
    const [warning] = warnOfNumbers(frame, query);
    expect(warning?.code).toBe('no_study_number');
    expect(warning?.message).toContain('"NCT0428070": no study has such a number');
  });

  it('of the wrong length silences nothing that is asked against', () => {
    const query = 'Is NCT0428070 safe, excluding children?';
    const frame = readQuestion(query);
    expect(isOfNoStudy(frame)).toBe(true);
    expect(frame.unused).toEqual(['NCT0428070', 'excluding children']);
    expect(readQuestion('Who sponsors NCT0428070?').unused).toEqual(['NCT0428070']);
  });

  it('of the wrong length beside a topic leaves the search to the topic, without advice to search for it', () => {
    const query = 'Исследования ремдесивира и NCT042807055';
    const frame = readQuestion(query);
    expect(frame.entities).toMatchObject({ interventions: ['remdesivir'], terms: [] });
    expect(warnOfNumbers(frame, query)[0]?.message).toContain('«NCT042807055»');
    expect(warnOfUnused(frame, query)).toEqual([]);
  });
});

describe('a day in figures', () => {
  it('that may be another one is told with both', () => {
    const query = 'Trials of remdesivir since 03/05/2021';
    const [warning] = warnOfDates(readQuestion(query), query);
    expect(warning?.code).toBe('date_assumed');
    expect(warning?.message).toContain(
      '03/05/2021 was read as 5 March 2021. If 3 May 2021 is meant',
    );
  });

  it('is told in Russian with one full stop', () => {
    const query = 'Исследования ремдесивира с 03/05/2021';
    expect(warnOfDates(readQuestion(query), query)[0]?.message).toContain(
      '03/05/2021 прочитано как 5 марта 2021 г. Если это 3 мая 2021 г., измените',
    );
  });

  it.each(['since 13/05/2021', 'since 05/05/2021', 'since 03.05.2021', 'since 2021-03-05'])(
    'that can be no other is not: %s',
    (when) => {
      const query = `Trials of remdesivir ${when}`;
      expect(warnOfDates(readQuestion(query), query)).toEqual([]);
    },
  );

  it.each([
    ['since 31 February 2021', '2021-02-28', '31 February 2021', '28 February 2021'],
    ['since 29/02/2023', '2023-02-28', '29/02/2023', '28 February 2023'],
    ['since 13/13/2023', '2023-01-01', '13/13/2023', '2023'],
    ['since 00/05/2021', '2021-01-01', '00/05/2021', '2021'],
    ['since 05/00/2021', '2021-05-01', '05/00/2021', 'May 2021'],
    ['since 20.13.2021', '2021-01-01', '20.13.2021', '2021'],
    ['since 13/2021', '2021-01-01', '13/2021', '2021'],
    ['since 2021-02-31', '2021-02-28', '2021-02-31', '28 February 2021'],
    ['since 2021-13-45', '2021-01-01', '2021-13-45', '2021'],
    ['since 2021/02/30', '2021-02-28', '2021/02/30', '28 February 2021'],
    ['since 45 March 2021', '2021-03-01', '45 March 2021', 'March 2021'],
    ['since March 0, 2021', '2021-03-01', 'March 0, 2021', 'March 2021'],
  ])('that no calendar has is told with what it was read as: %s', (when, from, said, is) => {
    const query = `Trials of remdesivir ${when}`;
    const frame = readQuestion(query);
    expect([frame.filters.date_from, frame.unused]).toEqual([from, []]);
    expect(warnOfDates(frame, query)).toEqual([
      {
        code: 'date_assumed',
        message: expect.stringContaining(`${said} is in no calendar, and was read as ${is}. If`),
      },
    ]);
  });

  it('that no calendar has is told in Russian', () => {
    const query = 'Исследования ремдесивира с 31 февраля 2021 года';
    expect(warnOfDates(readQuestion(query), query)[0]?.message).toContain(
      '«31 февраля 2021 года»: такой даты в календаре нет, прочитано как 28 февраля 2021 г. Если',
    );
  });

  it.each(['from 2023 to 2020', 'between May 2021 and March 2021', '2019-2015'])(
    'of a span that ends before it begins is told: %s',
    (when) => {
      const query = `Trials of remdesivir ${when}`;
      expect(warnOfDates(readQuestion(query), query)).toEqual([
        {
          code: 'date_assumed',
          message: expect.stringContaining(`"${when}" ends before it begins`),
        },
      ]);
    },
  );

  it.each(['from March 2020 to 2020', 'in 2021 or 2019', 'of 2021 and 2019', 'from 2020 to 2023'])(
    'of a span in an order that means no other is not: %s',
    (when) => {
      const query = `Trials of remdesivir ${when}`;
      const frame = readQuestion(query);
      expect(frame.filters.date_from).not.toBeNull();
      expect(warnOfDates(frame, query)).toEqual([]);
    },
  );

  it('is not told once the frame has another', () => {
    const query = 'Trials of remdesivir since 03/05/2021';
    const { filters } = readQuestion(query);
    const changed = { filters: { ...filters, date_from: '2021-05-03' } };
    expect(warnOfDates(changed, query)).toEqual([]);
  });
});

describe('words that tell nothing of the topic', () => {
  it('are not searched for', () => {
    const { entities } = readQuestion('Can I take ibuprofen with alcohol?');
    expect(entities).toMatchObject({ interventions: ['ibuprofen'], terms: ['alcohol'] });
    expect(readQuestion("What's new on GLP-1 agonists?").entities).toMatchObject({
      interventions: ['glp-1 agonists'],
      terms: [],
    });
    expect(readQuestion('Можно ли пить ибупрофен с алкоголем?').entities).toMatchObject({
      terms: ['alcohol'],
    });
  });

  it('share no word with a name after them', () => {
    const { conditions } = readQuestion('asthma or vaping or lung cancer papers').entities;
    expect(conditions).toEqual(['asthma OR lung cancer OR vaping']);
    const { conditions: courses } = readQuestion(
      'relapsing or progressive multiple sclerosis papers',
    ).entities;
    expect(courses.join()).toContain('multiple sclerosis');
  });
});
