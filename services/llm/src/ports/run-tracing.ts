import type { RunnableConfig } from '@langchain/core/runnables';

/** Whose run of the graph it is. */
export interface RunIdentity {
  readonly turnId: string;
  /** Undefined for a question without a conversation. */
  readonly conversationId?: string;
}

/** Records runs of the graph elsewhere. It neither delays a run nor fails it. */
export interface RunTracing {
  /** What the graph is to be run with beside its own. */
  describeRun(
    identity: RunIdentity,
  ): Pick<RunnableConfig, 'runName' | 'tags' | 'metadata' | 'callbacks'>;
}
