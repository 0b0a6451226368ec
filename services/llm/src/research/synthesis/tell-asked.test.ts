import { expect, it } from '@jest/globals';
import { type ResearchFilters, researchFrameSchema } from '@lectern/contracts';
import { trial } from '../../../test/research-records.ts';
import { startState } from '../research-state.ts';
import { tellAsked } from './tell-asked.ts';

const ctgov_results = { trials: [trial], total: 1, not_found: [] };

function tellOf(filters: object): string {
  const frame = researchFrameSchema.parse({
    intent: 'indication_phase_trials',
    entities: { nct_ids: [trial.nct_id] },
  });
  const asked = { ...frame, filters: { ...frame.filters, ...filters } as ResearchFilters };
  const config = {
    collection_filter: null,
    fetch_policy: null,
    time_budget_ms: null,
    frame_changes: null,
  };
  const input = { query: '', config, frame: asked, orchestrator_checkpoint_id: '' };
  return tellAsked({ ...startState(input), ctgov_results }, 'en');
}

it('tells whether a named study is of the size that is asked for', () => {
  expect(tellOf({ min_enrollment: 1_000_000 })).toContain('at least 1000000 participants: no');
});

it('tells nothing of sizes that the frame of an older checkpoint does not know', () => {
  expect(tellOf({ min_enrollment: undefined, max_enrollment: undefined })).toBe('');
});
