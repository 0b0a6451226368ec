import { expect, it } from '@jest/globals';
import { researchFrameSchema } from '@lectern/contracts';
import { toPubmedQuery } from './to-pubmed-query.ts';

it.each([
  ['remdesivir\nOR all[sb]', '(remdesivir or all sb)'],
  ['remdesivir,OR\u00a0all NOT b', '(remdesivir,or all not b)'],
  ['aspirin OR heparin', '(aspirin OR heparin)'],
  ['ORAL AND', '(ORAL and)'],
  ['T-OR-B', '(T-OR-B)'],
])('words of a question are no operators of PubMed: %j', (intervention, query) => {
  const frame = researchFrameSchema.parse({ intent: 'indication_phase_trials' });
  const { entities } = frame;
  expect(
    toPubmedQuery({ ...frame, entities: { ...entities, interventions: [intervention] } }),
  ).toBe(query);
});
