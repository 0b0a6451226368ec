import type { TurnContext } from '../ports/turn-context.ts';

/** What the nodes of a graph are run with. */
export type GraphContext = TurnContext & {
  /** Whether the run can wait for a person's decision. */
  readonly canAsk: boolean;
  /** Ids of the calls that this run itself has begun. */
  readonly begunCalls: Set<string>;
};

/** What LangGraph hands to a node, as far as it is used here. */
export interface Runtime {
  readonly context?: unknown;
  readonly signal?: AbortSignal;
}

/** The same, as a node works with it. */
export interface NodeRuntime {
  readonly context: GraphContext;
  readonly signal: AbortSignal;
}

export function readRuntime({ context, signal }: Runtime): NodeRuntime {
  if (!context) throw new Error('The graph runs with a context.');
  return { context: context as GraphContext, signal: signal ?? new AbortController().signal };
}
