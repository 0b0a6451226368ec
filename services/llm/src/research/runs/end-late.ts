import { AppError } from '@lectern/contracts';
import { waitAtMost } from '@lectern/service';
import { completeFrame } from '../query/complete-frame.ts';
import { readQuery } from '../query/read-query.ts';
import type { ResearchNodeRuntime } from '../research-context.ts';
import type { ResearchGraphParts } from '../research-graph.ts';
import { joinState, type ResearchStateValue } from '../research-state.ts';

/** Maximum time of the end of a run. */
const maxEndMs = 5_000;

/**
 * Ends a run whose time is up while its graph still works: writes an answer from what was found,
 * which names the lookups that had not ended.
 * @throws AppError `deadline_exceeded` where the end itself does not end in time.
 */
export async function endLate(
  synthesise: ResearchGraphParts['synthesise'],
  runtime: ResearchNodeRuntime,
  maxMs = maxEndMs,
): Promise<ResearchStateValue> {
  const { state, isWritten } = runtime.context.progress;
  if (isWritten) return state;
  const frame = state.frame ?? completeFrame(readQuery(state.query), state.config);
  const reached = { ...state, frame };
  const update = await waitAtMost(maxMs, synthesise(reached, runtime));
  if (!update) throw new AppError('deadline_exceeded', 'The answer could not be written in time.');
  return joinState(reached, { ...update, node_path: ['synthesizer'] });
}
