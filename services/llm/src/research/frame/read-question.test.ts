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
  ])('reads the span "%s"', (span, date_from, date_to) => {
    const { filters } = readQuestion(`Publications on asthma ${span}`, today);
    expect(filters).toMatchObject({ date_from, date_to });
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
    expect(warnOfUnused(changed)).toMatchObject([{ code: 'words_not_searched' }]);
    expect(warnOfUnused({ unused: [] })).toEqual([]);
  });

  it('routes by what is asked for', () => {
    const intentOf = (text: string) => readQuestion(text, today).intent;
    expect(intentOf('Papers on asthma')).toBe('recent_pubs_by_topic');
    expect(intentOf('NCT04280705')).toBe('indication_phase_trials');
    expect(intentOf('NCT04280705 and its publications')).toBe('trials_with_pubs');
    expect(intentOf('What do our documents say about asthma?')).toBe('hybrid_search');
  });
});
