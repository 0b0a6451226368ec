import { describe, expect, it } from '@jest/globals';
import { changeFrame } from './change-frame.ts';
import { readQuestion } from './read-question.ts';
import { warnOfUnused } from './warn-of-unused.ts';

const today = new Date('2026-11-22');

describe('readQuestion', () => {
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
    ['since 15 Mar. 2012', '2012-03-15', null],
    ['since March 15, 2012', '2012-03-15', null],
    ['с 15.03.2012', '2012-03-15', null],
    ['since 2020-02-31', '2020-02-29', null],
    ['in the 1990s', '1990-01-01', '1999-12-31'],
    ['in the last decade', '2016-11-22', null],
    ['this year', '2026-01-01', '2026-12-31'],
  ])('reads the span "%s"', (span, date_from, date_to) => {
    const { filters, entities, unused } = readQuestion(`Publications on asthma ${span}`, today);
    expect(filters).toMatchObject({ date_from, date_to });
    expect([entities.terms, unused]).toEqual([[], []]);
  });

  it.each([
    ['a dose of 2000 mg', new Date('2026-11-22'), null],
    ['in the last month', new Date('2026-03-31'), '2026-02-28'],
  ])('takes no other number for a year, and keeps to the calendar: %s', (words, day, date_from) => {
    expect(readQuestion(`Asthma papers ${words}`, day).filters).toMatchObject({ date_from });
  });

  it.each([
    ['Phase 1, 2 and 3 trials', ['PHASE1', 'PHASE2', 'PHASE3'], [], []],
    ['Phase 2-4 trials', ['PHASE2', 'PHASE3', 'PHASE4'], [], []],
    ['Исследования 2-й и 3-й фазы', ['PHASE2', 'PHASE3'], [], []],
    ['Trials excluding phase 3', [], [], ['excluding phase 3']],
    ['Trials not recruiting', [], [], ['not recruiting']],
    ['Trials that are not completed', [], [], ['not completed']],
    ['Trials not yet recruiting', [], ['NOT_YET_RECRUITING'], []],
    ['Незавершённые исследования', [], [], ['незавершённые']],
    ['Исследования, набор завершён', [], ['ACTIVE_NOT_RECRUITING'], []],
    ['Исследования с завершённым набором', [], ['ACTIVE_NOT_RECRUITING'], []],
    ['Исследования идут, но набор участников закончен', [], ['ACTIVE_NOT_RECRUITING'], []],
    ['Завершённые исследования', [], ['COMPLETED'], []],
  ])(
    'reads what is asked for and names what is asked against: %s',
    (text, phases, statuses, unused) => {
      const frame = readQuestion(`${text}, asthma`, today);
      expect(frame).toMatchObject({ filters: { phases, statuses }, unused });
    },
  );

  it.each([
    ['60 studies', Array.from({ length: 60 }, (_, index) => `NCT${10_000_000 + index}`).join(' ')],
    [
      '60 publications',
      `PMID ${Array.from({ length: 60 }, (_, index) => 10_000_000 + index).join(', ')}`,
    ],
    [
      '25 conditions',
      `Papers on ${Array.from({ length: 25 }, (_, index) => `a${'b'.repeat(index)}itis`).join(', ')}`,
    ],
    ['a number of no publication', 'PMID 0'],
    ['a long condition', `Papers on ${'a'.repeat(300)}itis`],
    ['a long medicine', `Papers on ${'a'.repeat(300)}mab`],
    ['a long sponsor', `Trials sponsored by A${'b'.repeat(300)}`],
  ])('names what a frame cannot hold: %s', (_, text) => {
    expect(readQuestion(text, today).unused.length).toBeGreaterThan(0);
  });

  it('reads phases, statuses, names and sponsors in English and Russian alike', () => {
    const expected = {
      intent: 'indication_phase_trials',
      entities: {
        conditions: ['obesity'],
        interventions: ['semaglutide'],
        sponsors: ['Novo Nordisk'],
      },
      filters: { phases: ['PHASE2', 'PHASE3'], statuses: ['RECRUITING'] },
    };
    const english = 'Recruiting phase II/III trials of semaglutide in obesity by Novo Nordisk';
    const russian =
      'Исследования фазы 2 и 3 компании Novo Nordisk: семаглутид при ожирении, идёт набор';
    expect(readQuestion(english, today)).toMatchObject(expected);
    expect(readQuestion(russian, today)).toMatchObject(expected);
  });

  it.each([
    ['recent publications on metformin and aging', ['aging'], []],
    ['Papers about cognitive decline and metformin', ['cognitive decline'], []],
    ['metformin for weight loss', ['weight loss'], []],
    ['Is metformin safe in early pregnancy?', ['early pregnancy'], ['safe']],
    ['metformin vs placebo in elderly women with LDL 190', ['elderly women', 'ldl 190'], []],
    ['Публикации про метформин и старение', [], ['старение']],
    ['Papers on metformin and its linked trials', [], []],
    ['Papers on metformin and asthma', [], []],
    ['Our documents and published papers on metformin and kidneys', [], ['kidneys']],
    ['What do our documents say of metformin and kidneys?', [], []],
  ])('searches for every word of the topic or names it: %s', (text, terms, unused) => {
    expect(readQuestion(text, today)).toMatchObject({
      entities: { interventions: ['metformin'], terms },
      unused,
    });
  });

  it('reads groups of medicines as interventions, and who is treated as a word that is left aside', () => {
    expect(readQuestion('statins in patients with dementia', today)).toMatchObject({
      intent: 'recent_pubs_by_topic',
      entities: { interventions: ['statins'], conditions: ['dementia'], terms: [] },
      unused: ['patients'],
    });
  });

  it('lays changes over a frame, and forgets to leave aside what became a term', () => {
    const frame = readQuestion('Is metformin safe for patients with asthma? Phase 2 trials', today);
    expect(frame.unused).toEqual(['safe', 'patients']);
    const changed = changeFrame(frame, {
      entities: { terms: ['safe'] },
      filters: { phases: ['PHASE3'] },
    });
    expect(changed).toMatchObject({
      intent: 'indication_phase_trials',
      entities: { interventions: ['metformin'], conditions: ['asthma'], terms: ['safe'] },
      filters: { phases: ['PHASE3'], statuses: [] },
      unused: ['patients'],
    });
    expect(warnOfUnused(changed, 'metformin in asthma')).toMatchObject([
      { code: 'words_not_searched', message: expect.stringContaining('"patients"') },
    ]);
    expect(warnOfUnused({ unused: ['пожилые'] }, 'Метформин и пожилые')).toMatchObject([
      {
        code: 'words_not_searched',
        message: expect.stringContaining('Не искались слова: «пожилые»'),
      },
    ]);
    expect(warnOfUnused({ unused: [] }, 'metformin in asthma')).toEqual([]);
  });

  it('routes by what is asked for', () => {
    const intentOf = (text: string) => readQuestion(text, today).intent;
    expect(intentOf('Papers on asthma')).toBe('recent_pubs_by_topic');
    expect(intentOf('NCT04280705')).toBe('indication_phase_trials');
    expect(intentOf('NCT04280705 and its publications')).toBe('trials_with_pubs');
    expect(intentOf('What do our documents say about asthma?')).toBe('hybrid_search');
  });
});
