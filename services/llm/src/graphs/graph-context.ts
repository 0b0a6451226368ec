import type { CallContext } from '../clients/tool-caller.ts';
import type { TurnContext } from '../ports/turn-context.ts';

/** Context of a graph's nodes. */
export type GraphContext = TurnContext & {
  /** The run can wait for a decision. */
  readonly canAsk: boolean;
  /** Ids of the calls that this run has begun. */
  readonly begunCalls: Set<string>;
};

/** The part of LangGraph's runtime that is used here. */
export interface Runtime {
  readonly context?: unknown;
  readonly signal?: AbortSignal;
}

/** The same with the types of our nodes. */
export interface NodeRuntime<Context = GraphContext> {
  readonly context: Context;
  readonly signal: AbortSignal;
}

/** The person, the turn and the signal of a call of another service. */
export function toCallContext({ context, signal }: NodeRuntime): CallContext {
  const { token, turnId, assistant } = context;
  return { token, requestId: turnId, allowedTools: assistant?.tools, signal };
}

export function readRuntime<Context = GraphContext>({
  context,
  signal,
}: Runtime): NodeRuntime<Context> {
  if (!context) throw new Error('The graph was started without a context.');
  return { context: context as Context, signal: signal ?? new AbortController().signal };
}
