import type { ResearchContext } from '../research-context.ts';

/** Context of a node of the research graph, beside the state. */
export interface NodeRuntime {
  readonly context: ResearchContext;
  readonly signal: AbortSignal;
}

/** The part of LangGraph's runtime that the nodes use. */
export interface GraphRuntime {
  readonly context?: unknown;
  readonly signal?: AbortSignal;
}

export function readRuntime({ context, signal }: GraphRuntime): NodeRuntime {
  if (!context) throw new Error('a research graph runs with a context');
  return { context: context as ResearchContext, signal: signal ?? new AbortController().signal };
}
