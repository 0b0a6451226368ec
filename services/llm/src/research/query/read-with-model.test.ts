import { describe, expect, it } from '@jest/globals';
import { calls, ScriptedModel, says } from '../../../test/scripted-model.ts';
import { readWithModel, toDate } from './read-with-model.ts';

const options = { signal: new AbortController().signal, leftMs: 20_000 };
const read = (query: string, answer: unknown) =>
  readWithModel(new ScriptedModel([calls('set_frame', answer)], ['required']), query, options);

describe('a question that a model reads', () => {
  it('fills the whole frame by one call', async () => {
    const { frame, warnings } = await read('Испытания семаглутида без детей', {
      intent: 'indication_phase_trials',
      conditions: [],
      interventions: ['semaglutide'],
      sponsors: [],
      terms: [],
      excluded: ['children'],
      phases: ['PHASE3'],
      statuses: [],
      date_from: '-5y',
      date_to: null,
      count: 5,
      order: 'newest',
    });
    expect(frame).toMatchObject({
      intent: 'indication_phase_trials',
      entities: { interventions: ['semaglutide'], excluded: ['children'], terms: [] },
      filters: { phases: ['PHASE3'], max_trials: 5, trial_order: 'newest' },
      unused: [],
    });
    expect(frame.filters.date_from).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(warnings).toEqual([]);
  });

  it('keeps the identifiers that code reads, and no other', async () => {
    const { frame } = await read('What did NCT04280705 find?', {
      intent: 'trials_with_pubs',
      nct_ids: ['NCT99999999'],
      conditions: ['COVID-19'],
      phases: ['PHASE1'],
    });
    expect(frame.entities).toMatchObject({ nct_ids: ['NCT04280705'], conditions: [] });
    expect(frame.filters.phases).toEqual([]);
  });

  it('loses a member that does not fit the schema', async () => {
    const { frame } = await read('Trials of aspirin', {
      intent: 'indication_phase_trials',
      interventions: ['aspirin'],
      phases: ['PHASE9'],
      date_from: '2020-02-31',
    });
    expect(frame).toMatchObject({
      entities: { interventions: ['aspirin'] },
      filters: { phases: [], date_from: null },
    });
  });

  it.each([{}, { intent: 'anything' }, 'text', undefined])(
    'is read by code where the answer cannot be used: %j',
    async (answer) => {
      const { frame, warnings } = await read('Phase 3 trials of aspirin', answer);
      expect(frame).toMatchObject({
        filters: { phases: ['PHASE3'] },
        entities: { terms: ['aspirin'] },
      });
      expect(warnings).toMatchObject([{ code: 'read_by_rules' }]);
    },
  );

  it('is read by code where the model cannot be made to call a tool', async () => {
    const model = new ScriptedModel([says('anything')], ['auto']);
    const { frame, warnings } = await readWithModel(model, 'Papers on aspirin', options);
    expect(frame.entities.terms).toEqual(['aspirin']);
    expect([model.requests, warnings]).toEqual([[], []]);
  });
});

it.each([
  ['-2y', '2024-03-31'],
  ['-30d', '2026-03-01'],
  ['2020-05', '2020-05'],
  ['2020-02-31', null],
  ['yesterday', null],
  [null, null],
])('resolves the date %s', (written, date) => {
  expect(toDate(written, new Date('2026-03-31T00:00:00Z'))).toBe(date);
});
