import { describe, expect, it } from '@jest/globals';
import { changeFrame } from './change-frame.ts';
import { readQuestion } from './read-question.ts';
import { warnOfUnused } from './warn-of-unused.ts';

const today = new Date('2026-11-22');

describe('readQuestion', () => {
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
