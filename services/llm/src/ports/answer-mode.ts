import type { Exchange } from '@lectern/answering';
import type {
  Citation,
  CollectionFilter,
  ConversationMode,
  Route,
  Warning,
} from '@lectern/contracts';
import type { ModelMessage, ModelTool, ModelToolCall, ToolChoice } from '@lectern/models';
import type { TurnContext } from './turn-context.ts';
import type { TurnModels } from './turn-models.ts';

/** Tools that the caller runs itself. A call of one ends the turn and is its answer. */
export interface CallerTools {
  readonly tools: readonly ModelTool[];
  readonly choice: 'auto' | 'required';
  /** Earlier calls for this question, each followed by its result. */
  readonly exchange: readonly ModelMessage[];
}

export interface AnswerTask {
  readonly question: string;
  /** Oldest first; the latest that fit are used. */
  readonly history: readonly Exchange[];
  readonly collectionFilter: CollectionFilter | undefined;
  /** The tool server with which the previous turn ended. */
  readonly currentServer?: string;
  /** Maximum tokens of the answer, where that is less than the mode's own limit. */
  readonly maxTokens?: number;
  readonly callerTools?: CallerTools;
}

export interface TurnAnswer {
  readonly text: string;
  readonly abstained: boolean;
  readonly citations: readonly Citation[];
  readonly warnings: readonly Warning[];
  readonly route?: Route;
  /** Probability that the documents answer the question, 0 to 1; undefined without a search. */
  readonly evidence?: number;
  /** Calls of the caller's tools, in place of an answer or after a text. */
  readonly calls?: readonly ModelToolCall[];
}

/** A tool call that waits for its person's decision. */
export interface ApprovalRequest {
  readonly id: string;
  readonly server: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Titles of documents that the turn has read; the arguments may contain parts of them. */
  readonly documents?: readonly string[] | undefined;
  /** Ids of these documents, in the same order. */
  readonly document_ids?: readonly string[] | undefined;
}

export type ApprovalDecision = 'approve' | 'deny';

export type TurnResult =
  | { readonly kind: 'answer'; readonly answer: TurnAnswer }
  | { readonly kind: 'approval'; readonly approval: ApprovalRequest };

/** A way of answering the turns of a conversation. Runs keep checkpoints under their turn's id. */
export interface AnswerMode {
  /** Returns supported choices for tools of the caller; `none` alone where the mode calls none. */
  callerToolChoices(models: TurnModels): readonly ToolChoice[];
  /** Maximum characters of a question. Default: the maximum of a message. */
  readonly maxQuestionLength?: number;
  /**
   * Answers a question. The context gets the text piece by piece.
   *
   * @throws AppError, or the signal's reason.
   */
  answer(task: AnswerTask, context: TurnContext, signal: AbortSignal): Promise<TurnResult>;
  /**
   * Answers without checkpoints: nothing is stored and nothing can be resumed. Calls that need a
   * person's agreement are not made.
   */
  answerOnce(task: AnswerTask, context: TurnContext, signal: AbortSignal): Promise<TurnAnswer>;
  /**
   * Continues from the last checkpoint, with the decision where it waits for one. Returns undefined
   * without a checkpoint.
   */
  resume(
    context: TurnContext,
    decision: ApprovalDecision | undefined,
    signal: AbortSignal,
  ): Promise<TurnResult | undefined>;
  /** Checks the citations of an answer that was stopped. */
  checkPartial(turnId: string, text: string): Promise<TurnAnswer>;
  /** Deletes the checkpoints, which contain texts. */
  forget(turnId: string): Promise<void>;
}

/** Every mode that a conversation can have. */
export type AnswerModes = Readonly<Record<ConversationMode, AnswerMode>>;

/** Prefix of a turn's thread id among all checkpoints; the turn's id follows. */
export const turnThreadPrefix = 'turn:';
