import { expect, it } from '@jest/globals';
import { researchFrameSchema } from '@lectern/contracts';
import { toPubmedQuery } from './to-pubmed-query.ts';

it.each([
  ['remdesivir\nOR all[sb]', '(remdesivir or all sb)'],
  ['remdesivir,OR\u00a0all NOT b', '(remdesivir,or all not b)'],
  ['aspirin OR heparin', '(aspirin OR heparin)'],
  ['ORAL AND', '(ORAL and)'],
  ['T-OR-B', '(T-OR-B)'],
  ['AND OR NOT', undefined],
  ['"( )"', undefined],
])('words of a question are no operators of PubMed: %j', (intervention, query) => {
  const frame = researchFrameSchema.parse({ intent: 'indication_phase_trials' });
  const { entities } = frame;
  expect(
    toPubmedQuery({ ...frame, entities: { ...entities, interventions: [intervention] } }),
  ).toBe(query);
});

it('asks for what names a trial, or is about the topic beside it', () => {
  const { entities, ...frame } = researchFrameSchema.parse({ intent: 'trials_with_pubs' });
  const named = { ...entities, nct_ids: ['NCT04280705', 'NCT04972721'] };
  expect(toPubmedQuery({ ...frame, entities: named })).toBe('NCT04280705 OR NCT04972721');
  const beside = { ...named, interventions: ['remdesivir'], conditions: ['covid-19'] };
  expect(toPubmedQuery({ ...frame, entities: beside })).toBe(
    'NCT04280705 OR NCT04972721 OR ((remdesivir) AND (covid-19))',
  );
});
