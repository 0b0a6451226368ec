import { describe, expect, it } from '@jest/globals';
import { researchFrameSchema, trialStatusSchema } from '@lectern/contracts';
import fc from 'fast-check';
import { readQuestion } from './read-question.ts';

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

describe('filters in a question', () => {
  it.each([
    ['Which trials recruit children with asthma?', ['RECRUITING'], ['children']],
    ['asthma trials still open to recruit children', ['RECRUITING'], ['children']],
    ['asthma trials that recruited children', [], ['children']],
    ['asthma trials in military recruits', [], ['military recruits']],
  ])('know what recruits now: %s', (query, statuses, terms) => {
    const { filters, entities } = readQuestion(query, today);
    expect([filters.statuses, entities.terms]).toEqual([statuses, terms]);
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

  it.each([
    ['Phase 1, 2 and 3 trials', ['PHASE1', 'PHASE2', 'PHASE3'], [], []],
    ['Phase 2-4 trials', ['PHASE2', 'PHASE3', 'PHASE4'], [], []],
    ['Исследования 2-й и 3-й фазы', ['PHASE2', 'PHASE3'], [], []],
    ['Trials excluding phase 3', [], [], ['excluding phase 3']],
    ['Trials not recruiting', [], allBut('RECRUITING'), []],
    ['Trials that do not recruit', [], allBut('RECRUITING'), []],
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
});
