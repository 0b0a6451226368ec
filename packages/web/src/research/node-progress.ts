import type { ResearchNodeEvent, ResearchResponse } from '@lectern/contracts';

export const researchNodes = [
  'parse_frame',
  'router',
  'pubmed_search',
  'pubmed_get',
  'ctgov_search',
  'rag_search',
  'synthesizer',
] as const;
export type ResearchNode = (typeof researchNodes)[number];

/** Progress of a node of the graph; nodes without an entry were not run. */
export interface NodeProgress {
  readonly status: ResearchNodeEvent['status'];
  readonly latencyMs: number | null;
  readonly rows: number | null;
  readonly cacheHit: boolean | null;
}

export type GraphProgress = Readonly<Partial<Record<string, NodeProgress>>>;

/** Returns the progress after an event. */
export function addNodeEvent(progress: GraphProgress, event: ResearchNodeEvent): GraphProgress {
  const { node, status, latency_ms, rows, cache_hit } = event;
  return {
    ...progress,
    [node]: { status, latencyMs: latency_ms, rows, cacheHit: cache_hit },
  };
}

/** Returns the progress of a finished run from its trace. */
export function readTrace({ trace }: Pick<ResearchResponse, 'trace'>): GraphProgress {
  return Object.fromEntries(
    trace.node_path.map((node): [string, NodeProgress] => {
      const calls = trace.tool_calls.filter((one) => one.node === node);
      return [
        node,
        {
          status: trace.errors[node] === undefined ? 'done' : 'failed',
          latencyMs: trace.latencies[node] ?? null,
          rows: calls.length > 0 ? calls.reduce((sum, { rows }) => sum + rows, 0) : null,
          cacheHit: trace.cache_hits[node] ?? null,
        },
      ];
    }),
  );
}
