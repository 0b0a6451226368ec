import { describe, expect, it } from '@jest/globals';
import { researchRequestSchema } from '@lectern/contracts';
import { checkSpans } from './check-spans.ts';

const check = (request: object) => checkSpans(researchRequestSchema.parse(request));

describe('a changed bound', () => {
  it.each([
    ['Trials of aspirin with more than 100 participants', { max_enrollment: 50 }],
    ['Trials of aspirin with fewer than 100 participants', { min_enrollment: 500 }],
    ['Trials of aspirin since 2020', { date_to: '2019' }],
    ['Trials of aspirin until 2018', { date_from: '2019' }],
  ])('is refused where the other one, of the question, leaves nothing: %s', (query, filters) => {
    const [name = ''] = Object.keys(filters);
    const field = `frame_changes.filters.${name}`;
    expect(() => check({ query, frame_changes: { filters } })).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: expect.stringContaining(`${field}: must not be`),
        details: { field },
      }),
    );
  });

  it('is refused beside the other one of a given frame', () => {
    const frame = { intent: 'indication_phase_trials', filters: { max_enrollment: 50 } };
    const frame_changes = { filters: { min_enrollment: 51 } };
    expect(() => check({ query: 'aspirin', frame, frame_changes })).toThrow(
      'min_enrollment: must not be above max_enrollment, which is 50',
    );
  });

  it.each([
    [{ min_enrollment: null, max_enrollment: 50 }],
    [{ max_enrollment: 101 }],
    [{ phases: ['PHASE3'] }],
  ])('is taken where something is left: %j', (filters) => {
    const query = 'Trials of aspirin with more than 100 participants';
    expect(() => check({ query, frame_changes: { filters } })).not.toThrow();
  });
});
