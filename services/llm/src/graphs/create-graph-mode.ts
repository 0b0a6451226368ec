import type { RunnableConfig } from '@langchain/core/runnables';
import type { BaseCheckpointSaver } from '@langchain/langgraph';
import { checkCitations, type NumberedSource } from '@lectern/grounding';
import type { Analyzer } from '@lectern/retrieval';
import {
  type AnswerMode,
  type AnswerTask,
  type TurnAnswer,
  turnThreadPrefix,
} from '../ports/answer-mode.ts';
import type { RunTracing } from '../ports/run-tracing.ts';
import type { TurnContext } from '../ports/turn-context.ts';

export interface GraphModeDependencies {
  readonly analyzer: Analyzer;
  readonly checkpointer: BaseCheckpointSaver;
  readonly tracing: RunTracing | undefined;
}

/** A compiled graph, as far as a mode runs it. */
export interface ModeGraph<State> {
  invoke(input: unknown, config: RunnableConfig): Promise<State>;
  getState(
    config: RunnableConfig,
  ): Promise<{ readonly values: unknown; readonly next: readonly string[] }>;
}

export interface GraphModeOptions<State> {
  /** Compiles the graph; without a saver its runs leave no checkpoints. */
  readonly compile: (checkpointer: BaseCheckpointSaver | undefined) => ModeGraph<State>;
  readonly toInput: (task: AnswerTask) => object;
  readonly toAnswer: (state: State) => TurnAnswer;
  readonly sourcesOf: (state: Partial<State>) => readonly NumberedSource[];
  /** Nodes that cannot run without the person's token. */
  readonly nodesWithToken: readonly string[];
}

/** A mode that runs a LangGraph graph, each turn in its own thread of checkpoints. */
export function createGraphMode<State>(
  { analyzer, checkpointer, tracing }: GraphModeDependencies,
  { compile, toInput, toAnswer, sourcesOf, nodesWithToken }: GraphModeOptions<State>,
): AnswerMode {
  const graph = compile(checkpointer);
  const graphWithoutCheckpoints = compile(undefined);
  const threadOf = (turnId: string) => ({
    configurable: { thread_id: `${turnThreadPrefix}${turnId}` },
  });
  const runOf = (context: TurnContext, signal: AbortSignal) => ({
    ...tracing?.describeRun(context),
    context,
    signal,
  });
  return {
    async answer(task, context, signal) {
      const config = { ...threadOf(context.turnId), ...runOf(context, signal) };
      return toAnswer(await graph.invoke(toInput(task), config));
    },
    async answerOnce(task, context, signal) {
      return toAnswer(await graphWithoutCheckpoints.invoke(toInput(task), runOf(context, signal)));
    },
    async resume(context, signal) {
      const thread = threadOf(context.turnId);
      const { next } = await graph.getState(thread);
      if (next.length === 0 || next.some((node) => nodesWithToken.includes(node))) return undefined;
      return toAnswer(await graph.invoke(null, { ...thread, ...runOf(context, signal) }));
    },
    async checkPartial(turnId, text) {
      const { values } = await graph.getState(threadOf(turnId));
      const sources = sourcesOf((values ?? {}) as Partial<State>);
      return { ...checkCitations(analyzer, text, sources), abstained: false };
    },
    forget: (turnId) => checkpointer.deleteThread(`${turnThreadPrefix}${turnId}`),
  };
}
