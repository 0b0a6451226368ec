import type { RunnableConfig } from '@langchain/core/runnables';
import type { ConversationMode } from '@lectern/contracts';

/** Owner of a run. */
export interface RunIdentity {
  readonly turnId: string;
  /** Undefined for a question without a conversation. */
  readonly conversationId?: string;
}

/** A mode's run, a completion for another service, or an auxiliary task of a chat program. */
export type RunName = ConversationMode | 'completion' | 'chore';

/** Records runs on another server. It neither delays a run nor fails it. */
export interface RunTracing {
  /** Returns the configuration with which a graph is run and recorded. */
  describeRun(
    name: RunName,
    identity: RunIdentity,
  ): Pick<RunnableConfig, 'runName' | 'tags' | 'metadata' | 'callbacks'>;
}
