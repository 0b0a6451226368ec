import type { BaseCheckpointSaver } from '@langchain/langgraph';
import type { Citation, CollectionFilter, Warning } from '@lectern/contracts';
import type { Exchange } from '@lectern/grounding';
import { checkCitations, fitHistory, fitQuestion } from '@lectern/grounding';
import type { RunTracing } from '../ports/run-tracing.ts';
import { createKnowledgeGraph, type KnowledgeGraphOptions } from './knowledge-graph.ts';
import type { KnowledgeStateValue } from './knowledge-state.ts';
import type { TurnContext } from './turn-context.ts';

export interface KnowledgeTask {
  readonly question: string;
  /** Oldest first; the latest that fit are used. */
  readonly history: readonly Exchange[];
  readonly collectionFilter: CollectionFilter | undefined;
}

export interface KnowledgeAnswer {
  readonly text: string;
  readonly abstained: boolean;
  readonly citations: readonly Citation[];
  readonly warnings: readonly Warning[];
}

/** Runs the knowledge graph for turns, each under its own id in the checkpoints. */
export interface KnowledgeAgent {
  answer(
    turnId: string,
    task: KnowledgeTask,
    context: TurnContext,
    signal: AbortSignal,
  ): Promise<KnowledgeAnswer>;
  /** The same without checkpoints: nothing is stored, and nothing can be resumed. */
  answerOnce(
    task: KnowledgeTask,
    context: TurnContext,
    signal: AbortSignal,
  ): Promise<KnowledgeAnswer>;
  /** Goes on from the last checkpoint; undefined when the search had not been done by then. */
  resume(
    turnId: string,
    context: TurnContext,
    signal: AbortSignal,
  ): Promise<KnowledgeAnswer | undefined>;
  /** Checks what had been written of an answer when it was stopped. */
  checkPartial(turnId: string, text: string): Promise<KnowledgeAnswer>;
  /** Drops the checkpoints, which hold texts. */
  forget(turnId: string): Promise<void>;
}

/** Threads of turns among all checkpoints: the prefix, then the turn's id. */
export const threadPrefix = 'turn:';

/** Shares of the context that the question and earlier exchanges may take. */
const questionShare = 0.2;
const historyShare = 0.2;

export function createKnowledgeAgent(
  options: KnowledgeGraphOptions & {
    readonly checkpointer: BaseCheckpointSaver;
    readonly tracing: RunTracing | undefined;
  },
): KnowledgeAgent {
  const { analyzer, checkpointer, contextTokens, tracing } = options;
  const graph = createKnowledgeGraph(options);
  const graphWithoutCheckpoints = createKnowledgeGraph({ ...options, checkpointer: undefined });
  const threadOf = (turnId: string) => ({
    configurable: { thread_id: `${threadPrefix}${turnId}` },
  });
  const runOf = (context: TurnContext, signal: AbortSignal) => ({
    ...tracing?.describeRun(context),
    context,
    signal,
  });
  const toInput = ({ question, history, collectionFilter }: KnowledgeTask) => ({
    question: fitQuestion(question, Math.floor(contextTokens * questionShare)),
    history: fitHistory(history, Math.floor(contextTokens * historyShare)),
    collectionFilter: collectionFilter ?? null,
  });
  return {
    async answer(turnId, task, context, signal) {
      return toAnswer(
        await graph.invoke(toInput(task), { ...threadOf(turnId), ...runOf(context, signal) }),
      );
    },
    async answerOnce(task, context, signal) {
      return toAnswer(await graphWithoutCheckpoints.invoke(toInput(task), runOf(context, signal)));
    },
    async resume(turnId, context, signal) {
      const { next } = await graph.getState(threadOf(turnId));
      if (next.length === 0 || next.includes('retrieve')) return undefined;
      return toAnswer(await graph.invoke(null, { ...threadOf(turnId), ...runOf(context, signal) }));
    },
    async checkPartial(turnId, text) {
      const { values } = await graph.getState(threadOf(turnId));
      const { sources = [] } = values as Partial<KnowledgeStateValue>;
      return { ...checkCitations(analyzer, text, sources), abstained: false };
    },
    forget: (turnId) => checkpointer.deleteThread(`${threadPrefix}${turnId}`),
  };
}

function toAnswer({
  answer,
  abstained,
  citations,
  warnings,
}: KnowledgeStateValue): KnowledgeAnswer {
  return { text: answer, abstained, citations, warnings };
}
