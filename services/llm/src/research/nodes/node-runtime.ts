import type { ResearchContext } from '../research-context.ts';

/** What a node of the research graph gets beside the state. */
export interface NodeRuntime {
  readonly context: ResearchContext;
  readonly signal: AbortSignal;
}

/** What LangGraph hands to a node, as far as it is used here. */
export interface GraphRuntime {
  readonly context?: unknown;
  readonly signal?: AbortSignal;
}

export function readRuntime({ context, signal }: GraphRuntime): NodeRuntime {
  if (!context) throw new Error('a research graph runs with a context');
  return { context: context as ResearchContext, signal: signal ?? new AbortController().signal };
}
