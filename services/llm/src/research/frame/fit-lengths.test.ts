import { describe, expect, it } from '@jest/globals';
import { researchFrameSchema, researchRequestSchema } from '@lectern/contracts';
import { checkLengths, fitLengths } from './fit-lengths.ts';

const words = (count: number, letter: string) =>
  Array.from({ length: count }, (_, index) => letter.repeat(170) + index);

function refuse(request: object): unknown {
  try {
    checkLengths(researchRequestSchema.parse({ query: 'asthma', ...request }));
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('names that are too long together', () => {
  it.each([
    ['indication_phase_trials', { terms: words(3, 'a') }, 'terms: must have at most 500'],
    ['trials_with_pubs', { sponsors: words(3, 'a') }, 'sponsors: must have at most 500'],
    [
      'recent_pubs_by_topic',
      { terms: words(9, 'a'), conditions: words(10, 'b') },
      'conditions: must have at most 2000 characters together with the other names for PubMed',
    ],
  ])('are refused by their list and its bound: %s', (intent, entities, message) => {
    expect(refuse({ frame: { intent, entities } })).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(`frame.entities.${message}`),
    });
    expect(refuse({ frame_changes: { intent, entities } })).toMatchObject({
      message: expect.stringContaining(`frame_changes.entities.${message}`),
    });
  });

  it.each([
    ['recent_pubs_by_topic', { terms: words(9, 'a') }],
    ['hybrid_search', { terms: words(20, 'a') }],
    ['indication_phase_trials', { terms: words(2, 'a'), conditions: words(2, 'b') }],
  ])('are taken where no service is asked for more than it takes: %s', (intent, entities) => {
    expect(refuse({ frame: { intent, entities } })).toBeUndefined();
  });

  it('are set aside from the end where the question names them', () => {
    const frame = researchFrameSchema.parse({
      intent: 'indication_phase_trials',
      entities: { conditions: words(4, 'a') },
    });
    const { entities, unused } = fitLengths(frame);
    expect(entities.conditions).toEqual(words(2, 'a'));
    expect(unused).toEqual(words(4, 'a').slice(2).toReversed());
  });
});
