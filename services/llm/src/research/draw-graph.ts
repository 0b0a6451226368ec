import type { ResearchGraph } from './research-graph.ts';
import type { ResearchStateValue } from './research-state.ts';

/** Progress of a run through the graph. Nodes in neither list were not run. */
export interface GraphPath {
  readonly taken: readonly string[];
  /** Nodes that are running, or were when the run was interrupted. */
  readonly open?: readonly string[];
}

const looks = {
  taken: 'fill:#bde5c8,stroke:#1f7a3a,stroke-width:2px',
  interrupted: 'fill:#fde3b5,stroke:#a15c00,stroke-width:2px,stroke-dasharray:4 3',
} as const;

/** The graph in Mermaid; nodes of a path are marked, and what was planned and not reached is not. */
export async function drawGraph(
  graph: ResearchGraph,
  { taken, open = [] }: GraphPath = { taken: [] },
): Promise<string> {
  const mermaid = (await graph.getGraphAsync({ xray: true })).drawMermaid();
  const nodes = [...mermaid.matchAll(/^\s*(\w+)\((\w+)\)/gm)];
  const mark = (path: readonly string[], look: keyof typeof looks) => {
    const marked = nodes.filter(([, , name = '']) => path.includes(name));
    if (marked.length === 0) return '';
    const lines = marked.map(([, id]) => `\tclass ${id} ${look};\n`).join('');
    return `\tclassDef ${look} ${looks[look]};\n${lines}`;
  };
  const marks = mark(taken, 'taken') + mark(open, 'interrupted');
  return marks ? `${mermaid.trimEnd()}\n${marks}` : mermaid;
}

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
