import type { GraphPath } from '../draw-graph.ts';
import type { ResearchGraph } from '../research-graph.ts';
import type { ResearchStateValue } from '../research-state.ts';

type Task = Awaited<ReturnType<ResearchGraph['getState']>>['tasks'][number];
type Brought = Partial<Pick<ResearchStateValue, 'node_path'>>;

/** Returns the progress of a run without a result, from its checkpoints. */
export async function findPath(
  graph: ResearchGraph,
  thread: Parameters<ResearchGraph['getState']>[0],
): Promise<GraphPath> {
  const { values, tasks } = await graph.getState(thread, { subgraphs: true });
  const reached = tasks.map(readTask);
  return {
    taken: [...pathOf(values), ...reached.flatMap(({ taken }) => taken)],
    open: reached.flatMap(({ open }) => open),
  };
}

/** A node, or the branch of publications with nodes of its own. */
function readTask({ name, result, state }: Task): Required<GraphPath> {
  if (result !== undefined) return { taken: [name, ...pathOf(result)], open: [] };
  if (!state || !('values' in state)) return { taken: [], open: [name] };
  const within = state.tasks.map(readTask);
  return {
    taken: [...pathOf(state.values), ...within.flatMap(({ taken }) => taken)],
    open: within.flatMap(({ open }) => open),
  };
}

function pathOf(values: unknown): readonly string[] {
  return (values as Brought | undefined)?.node_path ?? [];
}
