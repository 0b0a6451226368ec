import { fixFrame } from '../frame/fix-frame.ts';
import { readQuestion } from '../frame/read-question.ts';
import type { NodeRuntime } from '../nodes/node-runtime.ts';
import type { ResearchGraphParts } from '../research-graph.ts';
import { joinState, type ResearchStateValue } from '../research-state.ts';

/**
 * The end of a run whose time is up while its graph is still at work, whatever holds it up: an
 * answer from what was brought, which names the lookups that had not ended.
 */
export async function endLate(
  synthesise: ResearchGraphParts['synthesise'],
  runtime: NodeRuntime,
): Promise<ResearchStateValue> {
  const { state, isWritten } = runtime.context.progress;
  if (isWritten) return state;
  const frame = state.frame ?? fixFrame(readQuestion(state.query), state.config);
  const reached = { ...state, frame };
  const update = await synthesise(reached, runtime);
  return joinState(reached, { ...update, node_path: ['synthesizer'] });
}
