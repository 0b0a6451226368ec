import type { RunnableConfig } from '@langchain/core/runnables';
import type { ConversationMode } from '@lectern/contracts';

/** Whose run it is. */
export interface RunIdentity {
  readonly turnId: string;
  /** Undefined for a question without a conversation. */
  readonly conversationId?: string;
}

/** A mode's run, a bare completion for another service, or a chore of a chat program. */
export type RunName = ConversationMode | 'completion' | 'chore';

/** Records runs elsewhere. It neither delays a run nor fails it. */
export interface RunTracing {
  /** What a graph is to be run with beside its own. */
  describeRun(
    name: RunName,
    identity: RunIdentity,
  ): Pick<RunnableConfig, 'runName' | 'tags' | 'metadata' | 'callbacks'>;
}
