import { describe, expect, it } from '@jest/globals';
import { researchFrameSchema, trialStatusSchema } from '@lectern/contracts';
import fc from 'fast-check';
import { changeFrame } from './change-frame.ts';
import { readQuestion } from './read-question.ts';
import { warnOfUnused } from './warn-of-unused.ts';

const today = new Date('2026-11-22');

const allBut = (denied: string) => trialStatusSchema.options.filter((status) => status !== denied);
const filterWords = [
  ...[
    'since',
    'before',
    'after',
    'until',
    'between',
    'from',
    'not before',
    'no later than',
    'except',
  ],
  ...['с', 'до', 'после', 'не раньше', 'кроме', 'in the last 900 decades', 'за последние 5 лет'],
  ...['recruiting', 'not completed', 'withdrawn or', 'phase 1-4', 'phaſe fir\u017ft', 'фазы 2 и 3'],
  ...['reviews', 'excluding', 'with results', 'PMID', 'NCT', 'by Pfizer', 'in patients over'],
];
const ongoing = ['RECRUITING', 'ACTIVE_NOT_RECRUITING', 'ENROLLING_BY_INVITATION'];

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

  it('reads a frame that the contract takes, however filters are joined', () => {
    const words = fc.constantFrom(...filterWords);
    const moments = fc.constantFrom('2019', 'March 2022', '31.02.2010', 'spring 2005', '2030 года');
    const joints = fc.constantFrom(' ', ', ', ' or ', ' and ', ' или ', ' и ', ' not ');
    const part = fc.tuple(joints, words, moments).map((said) => said.join(' '));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        const frame = readQuestion(`Trials of aspirin${parts.join('')}`, today);
        expect(researchFrameSchema.parse(frame)).toEqual(frame);
      }),
      { numRuns: 500 },
    );
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

  it.each([
    ['Phase 1, 2 and 3 trials', ['PHASE1', 'PHASE2', 'PHASE3'], [], []],
    ['Phase 2-4 trials', ['PHASE2', 'PHASE3', 'PHASE4'], [], []],
    ['Исследования 2-й и 3-й фазы', ['PHASE2', 'PHASE3'], [], []],
    ['Trials excluding phase 3', [], [], ['excluding phase 3']],
    ['Trials not recruiting', [], allBut('RECRUITING'), []],
    ['Trials that are not completed', [], allBut('COMPLETED'), []],
    ['Trials not yet recruiting', [], ['NOT_YET_RECRUITING'], []],
    ['Незавершённые исследования', [], allBut('COMPLETED'), []],
    ['Исследования, набор завершён', [], ['ACTIVE_NOT_RECRUITING'], []],
    ['Исследования с завершённым набором', [], ['ACTIVE_NOT_RECRUITING'], []],
    ['Исследования идут, но набор участников закончен', [], ['ACTIVE_NOT_RECRUITING'], []],
    ['Завершённые исследования', [], ['COMPLETED'], []],
    ['Phase three trials', ['PHASE3'], [], []],
    ['Second and third phase trials', ['PHASE2', 'PHASE3'], [], []],
    ['Исследования третьей фазы', ['PHASE3'], [], []],
    ['Suspended or unknown status studies', [], ['SUSPENDED', 'UNKNOWN'], []],
    ['Исследования со статусом неизвестен', [], ['UNKNOWN'], []],
    ['Completed trials, started since 2020', [], ['COMPLETED'], []],
    ['Ongoing trials', [], ongoing, []],
    ['Trials that are still ongoing', [], ongoing, []],
    ['Продолжающиеся исследования', [], ongoing, []],
    ['Набирают ли участников испытания', [], ['RECRUITING'], []],
    ['Trials without placebo', [], [], ['without placebo']],
    ['Trials without heart failure', [], [], ['without heart failure']],
    ['Исследования без химиотерапии', [], [], ['без химиотерапии']],
  ])(
    'reads what is asked for and names what is asked against: %s',
    (text, phases, statuses, unused) => {
      const frame = readQuestion(`${text}, asthma`, today);
      expect(frame).toMatchObject({ filters: { phases, statuses }, unused });
    },
  );

  it.each([
    ['Trials of semaglutide with results', true, []],
    ['Trials of semaglutide with posted results from the last five years', true, []],
    ['Исследования семаглутида с опубликованными результатами', true, []],
    ['Completed trials of semaglutide without posted results', false, []],
    ['Trials of semaglutide that have not posted results', false, []],
    ['Which semaglutide studies have posted their results?', true, []],
    ['Исследования семаглутида, у которых нет результатов', false, []],
    ['Publications on semaglutide with results', null, ['with results']],
    ['Trials of semaglutide', null, []],
  ])('reads whether results are asked for: %s', (text, has_results, unused) => {
    expect(readQuestion(text, today)).toMatchObject({
      entities: { interventions: ['semaglutide'], terms: [] },
      filters: { has_results },
      unused,
    });
  });

  it.each([
    ['Исследования лумиравира и публикации', 'trials_with_pubs'],
    ['Исследования лумиравира и связанные с ними публикации', 'trials_with_pubs'],
    ['Исследования лумиравира и публикации о нём', 'trials_with_pubs'],
    ['Испытания лумиравира с публикациями', 'trials_with_pubs'],
    ['Studies of lumiravir and their publications', 'trials_with_pubs'],
    ['Публикации об исследованиях лумиравира', 'recent_pubs_by_topic'],
    ['Недавние публикации о лумиравире', 'recent_pubs_by_topic'],
  ])('tells studies with their publications from publications: %s', (text, intent) => {
    expect(readQuestion(text, today)).toMatchObject({
      intent,
      entities: { interventions: ['lumiravir'], terms: [] },
      unused: [],
    });
  });

  it.each([
    [
      'Phase 4 trials of apixaban in atrial fibrillation',
      ['atrial fibrillation'],
      ['apixaban'],
      [],
    ],
    ['Is there a guideline on atrial fibrillation?', ['atrial fibrillation'], [], []],
    ['Апиксабан при фибрилляции предсердий', ['atrial fibrillation'], ['apixaban'], []],
    ['metformin in PCOS', ['pcos'], ['metformin'], []],
    ['Исследования рака молочной железы в России', ['breast cancer'], [], ['russia']],
    ['Испытания аспирина у детей', [], ['aspirin'], ['children']],
  ])('knows conditions, medicines and who is studied: %s', (text, conditions, names, terms) => {
    expect(readQuestion(text, today)).toMatchObject({
      entities: { conditions, interventions: names, terms },
      unused: [],
    });
  });

  it.each([
    ['Trials of semaglutide not sponsored by Novo Nordisk', ['not sponsored by novo nordisk']],
    ['Trials of semaglutide not using insulin', ['not using insulin']],
    ['Исследования семаглутида, не спонсируемые Novo Nordisk', ['не спонсируемые novo nordisk']],
    [
      'Исследования семаглутида, кроме спонсируемых Novo Nordisk',
      ['кроме спонсируемых novo nordisk'],
    ],
    ['Trials of semaglutide that do not include obesity', ['do not include obesity']],
  ])('sets aside what is asked against: %s', (text, unused) => {
    expect(readQuestion(text, today)).toMatchObject({
      entities: { interventions: ['semaglutide'], sponsors: [], terms: [] },
      unused,
    });
  });

  it.each([
    ['Current trials of semaglutide', ongoing],
    ['Trials of semaglutide that are still running', ongoing],
    ['Enrolling-by-invitation studies of semaglutide', ['ENROLLING_BY_INVITATION']],
  ])('reads statuses as people say them: %s', (text, statuses) => {
    expect(readQuestion(text, today)).toMatchObject({
      entities: { interventions: ['semaglutide'], terms: [] },
      filters: { statuses },
      unused: [],
    });
  });

  it.each([
    ['тоцилизумаба', 'tocilizumab'],
    ['цетуксимаба', 'cetuximab'],
    ['сацитузумаба', 'sacituzumab'],
    ['секукинумаба', 'secukinumab'],
    ['паклитаксела', 'paclitaxel'],
  ])('writes names of medicines as the services do: %s', (russian, name) => {
    const { entities } = readQuestion(`Исследования ${russian}`, today);
    expect(entities.interventions).toEqual([name]);
  });

  it('reads sponsors that Russian names', () => {
    const question = 'Исследования рака молочной железы, спонсор — Новартис';
    expect(readQuestion(question, today)).toMatchObject({
      entities: { sponsors: ['Novartis'] },
      unused: [],
    });
    const inflected = 'Исследования семаглутида, спонсируемые Novo Nordisk';
    expect(readQuestion(inflected, today)).toMatchObject({
      entities: { sponsors: ['Novo Nordisk'] },
      unused: [],
    });
  });

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
    ['a number of no study', 'NCT12345'],
    ['a longer number of no study', 'What is nct 123456789?'],
    ['a long condition', `Papers on ${'a'.repeat(300)}itis`],
    ['a long medicine', `Papers on ${'a'.repeat(300)}mab`],
    ['a long sponsor', `Trials sponsored by A${'b'.repeat(300)}`],
  ])('names what a frame cannot hold: %s', (_, text) => {
    expect(readQuestion(text, today).unused.length).toBeGreaterThan(0);
  });

  it.each([
    ['PMID 299155381234', [], ['299155381234']],
    ['PMID 99999999999 and PMID 29915538', ['29915538'], ['99999999999']],
    ['PMID 29915538, 3330124612', ['29915538'], ['3330124612']],
  ])('takes no part of a number for a publication: %s', (text, pmids, unused) => {
    const frame = readQuestion(text, today);
    const nothing = { conditions: [], interventions: [], sponsors: [], terms: [], nct_ids: [] };
    expect(frame).toMatchObject({
      intent: 'recent_pubs_by_topic',
      entities: { ...nothing, pmids },
      unused,
    });
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
    [
      'metformin vs placebo in elderly women with LDL 190',
      ['elderly women', 'ldl 190'],
      ['placebo'],
    ],
    ['Trials of metformin versus placebo', [], ['placebo']],
    ['Метформин против плацебо', [], ['placebo']],
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

it.each([
  'Withdrawn trials of lumiravir and why they were stopped',
  'Withdrawn lumiravir trials and the reasons why',
  'Отозванные исследования лумиравира и причины',
])('does not search for the reason of a withdrawal, which the records tell: %s', (query) => {
  expect(readQuestion(query)).toMatchObject({
    entities: { interventions: ['lumiravir'], terms: [] },
    filters: { statuses: ['WITHDRAWN'] },
    unused: [],
  });
});
