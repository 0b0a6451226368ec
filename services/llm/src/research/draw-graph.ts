import type { ResearchGraph } from './research-graph.ts';

/** The graph in Mermaid; nodes of a path are marked, and what was planned and not reached is not. */
export async function drawGraph(
  graph: ResearchGraph,
  path: readonly string[] = [],
): Promise<string> {
  const mermaid = (await graph.getGraphAsync({ xray: true })).drawMermaid();
  if (path.length === 0) return mermaid;
  const nodes = [...mermaid.matchAll(/^\s*(\w+)\((\w+)\)/gm)];
  const taken = nodes.flatMap(([, id = '', name = '']) => (path.includes(name) ? [id] : []));
  const mark = taken.map((id) => `\tclass ${id} taken;`).join('\n');
  return `${mermaid.trimEnd()}\n\tclassDef taken fill:#bde5c8,stroke:#1f7a3a,stroke-width:2px;\n${mark}\n`;
}
