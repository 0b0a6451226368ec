import type { RunnableConfig } from '@langchain/core/runnables';
import { type BaseCheckpointSaver, Command, INTERRUPT, isInterrupted } from '@langchain/langgraph';
import { checkCitations, type NumberedSource } from '@lectern/answering';
import type { ConversationMode } from '@lectern/contracts';
import type { Analyzer } from '@lectern/retrieval';
import {
  type AnswerMode,
  type AnswerTask,
  type ApprovalRequest,
  type TurnAnswer,
  type TurnResult,
  turnThreadPrefix,
} from '../ports/answer-mode.ts';
import type { TurnContext } from '../ports/turn-context.ts';
import type { TurnModels } from '../ports/turn-models.ts';
import type { RunTracing } from '../tracing/langsmith-run-tracing.ts';
import type { FindWithheld } from '../withheld-quotes/find-withheld.ts';
import { requireReadable } from '../withheld-quotes/require-readable.ts';
import type { GraphContext } from './graph-context.ts';

export interface GraphModeDependencies {
  readonly analyzer: Analyzer;
  readonly checkpointer: BaseCheckpointSaver;
  readonly tracing: RunTracing | undefined;
  readonly findWithheld: FindWithheld;
}

/** The part of a compiled graph that a mode uses. */
export interface ModeGraph<State> {
  invoke(input: unknown, config: RunnableConfig): Promise<State>;
  getState(
    config: RunnableConfig,
  ): Promise<{ readonly values: unknown; readonly next: readonly string[] }>;
}

export interface GraphModeOptions<State> {
  readonly name: ConversationMode;
  /** Compiles the graph. Without a checkpointer, runs leave no checkpoints. */
  readonly compile: (checkpointer: BaseCheckpointSaver | undefined) => ModeGraph<State>;
  readonly toInput: (task: AnswerTask, models: TurnModels) => object;
  readonly toAnswer: (state: State) => TurnAnswer;
  readonly sourcesOf: (state: Partial<State>) => readonly NumberedSource[];
  /** Maximum steps of the graph per turn. Default 25. */
  readonly recursionLimit?: number;
  /** Default: `none` alone. */
  readonly callerToolChoices?: AnswerMode['callerToolChoices'];
}

/**
 * Creates a mode that runs a LangGraph graph; each turn has its own thread of checkpoints. An
 * interrupt of the graph has an {@link ApprovalRequest} as its value, and is resumed with the
 * decision.
 */
export function createGraphMode<State>(
  { analyzer, checkpointer, tracing, findWithheld }: GraphModeDependencies,
  options: GraphModeOptions<State>,
): AnswerMode {
  const { compile, toInput, toAnswer, sourcesOf, recursionLimit = 25 } = options;
  const graph = compile(checkpointer);
  const graphWithoutCheckpoints = compile(undefined);
  const threadOf = (turnId: string) => ({
    configurable: { thread_id: `${turnThreadPrefix}${turnId}` },
  });
  const runOf = (context: TurnContext, canAsk: boolean, signal: AbortSignal) => ({
    ...tracing?.describeRun(options.name, context),
    context: { ...context, canAsk, begunCalls: new Set<string>() } satisfies GraphContext,
    recursionLimit,
    signal,
  });
  const runStored = async (
    input: unknown,
    context: TurnContext,
    signal: AbortSignal,
  ): Promise<TurnResult> => {
    const config = {
      ...threadOf(context.turnId),
      ...runOf(context, true, signal),
      // Search results are stored before the answer, so that a stopped turn has its citations.
      durability: 'sync' as const,
    };
    const state = await graph.invoke(input, config);
    const approval = isInterrupted<ApprovalRequest>(state) && state[INTERRUPT][0]?.value;
    return approval ? { kind: 'approval', approval } : { kind: 'answer', answer: toAnswer(state) };
  };
  return {
    callerToolChoices: options.callerToolChoices ?? (() => ['none']),
    answer: (task, context, signal) => runStored(toInput(task, context.models), context, signal),
    async answerOnce(task, context, signal) {
      const config = runOf(context, false, signal);
      return toAnswer(await graphWithoutCheckpoints.invoke(toInput(task, context.models), config));
    },
    async resume(context, decision, signal) {
      const { next, values } = await graph.getState(threadOf(context.turnId));
      if (next.length === 0) return undefined;
      if (decision) {
        const read = sourcesOf(values as Partial<State>).flatMap(({ passages }) => passages);
        const documentIds = read.map(({ documentId }) => documentId);
        await requireReadable(findWithheld, documentIds, {
          token: context.token,
          requestId: context.turnId,
        });
      }
      return runStored(decision ? new Command({ resume: decision }) : null, context, signal);
    },
    async checkPartial(turnId, text) {
      const { values } = await graph.getState(threadOf(turnId));
      const sources = sourcesOf((values ?? {}) as Partial<State>);
      return { ...checkCitations(analyzer, { text }, sources), abstained: false };
    },
    forget: (turnId) => checkpointer.deleteThread(`${turnThreadPrefix}${turnId}`),
  };
}
