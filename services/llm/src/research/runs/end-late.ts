import { fixFrame } from '../frame/fix-frame.ts';
import { readQuestion } from '../frame/read-question.ts';
import { type LookupNode, nodeRegistry } from '../node-registry.ts';
import type { NodeRuntime } from '../nodes/node-runtime.ts';
import type { ResearchGraphParts } from '../research-graph.ts';
import { joinState, type NodeFailure, type ResearchStateValue } from '../research-state.ts';

const notEnded: NodeFailure = {
  code: 'time_budget',
  message: 'The time was up before it had answered.',
};

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
  const open = listOpen(frame.node_path, state);
  const errors = Object.fromEntries(open.map((node) => [node, state.errors[node] ?? notEnded]));
  const reached = joinState({ ...state, frame }, { errors });
  const update = await synthesise(reached, runtime);
  return joinState(reached, { ...update, node_path: ['synthesizer'] });
}

/** Lookups of the way that have not brought all they could; records wait for what finds them. */
function listOpen(
  path: readonly string[],
  { completed }: Pick<ResearchStateValue, 'completed'>,
): readonly LookupNode[] {
  const open = path.filter(isLookup).filter((node) => !completed.includes(node));
  return open.includes('pubmed_search') ? open.filter((node) => node !== 'pubmed_get') : open;
}

function isLookup(node: string): node is LookupNode {
  return Object.hasOwn(nodeRegistry, node);
}
