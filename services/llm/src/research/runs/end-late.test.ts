import { expect, it } from '@jest/globals';
import { readQuery } from '../query/read-query.ts';
import { type ResearchNodeRuntime, RunProgress } from '../research-context.ts';
import { startState } from '../research-state.ts';
import { endLate } from './end-late.ts';

const query = 'Trials of aspirin';
const config = {
  collection_filter: null,
  fetch_policy: null,
  time_budget_ms: null,
  frame_changes: null,
};
const state = startState({
  query,
  config,
  frame: readQuery(query),
  orchestrator_checkpoint_id: 'run',
});
const runtime = { context: { progress: new RunProgress(state) } } as ResearchNodeRuntime;

it('ends a late run whose answer is never written', async () => {
  const never = new Promise<never>(() => undefined);
  await expect(endLate(() => never, runtime, 20)).rejects.toMatchObject({
    code: 'deadline_exceeded',
  });
});

it('answers a late run from what was brought', async () => {
  const ended = await endLate(async () => ({ answer: 'Nothing.' }), runtime, 10_000);
  expect(ended).toMatchObject({ answer: 'Nothing.', node_path: ['synthesizer'] });
});
