import type { Exchange } from '@lectern/answering';
import type { Citation, CollectionFilter, ConversationMode, Warning } from '@lectern/contracts';
import type { ModelMessage, ModelTool, ModelToolCall, ToolChoice } from '@lectern/models';
import type { Route } from './route.ts';
import type { TurnContext } from './turn-context.ts';

/** Tools that the caller runs itself: a call of one ends the turn, and is its answer. */
export interface CallerTools {
  readonly tools: readonly ModelTool[];
  readonly choice: 'auto' | 'required';
  /** Calls that were made for this question before, each with its result behind it. */
  readonly exchange: readonly ModelMessage[];
}

export interface AnswerTask {
  readonly question: string;
  /** Oldest first; the latest that fit are used. */
  readonly history: readonly Exchange[];
  readonly collectionFilter: CollectionFilter | undefined;
  /** The tool server that the turn before ended with, if there was one. */
  readonly currentServer?: string;
  /** Most tokens of the answer, where that is less than the mode's own bound. */
  readonly maxTokens?: number;
  readonly callerTools?: CallerTools;
}

export interface TurnAnswer {
  readonly text: string;
  readonly abstained: boolean;
  readonly citations: readonly Citation[];
  readonly warnings: readonly Warning[];
  readonly route?: Route;
  /** How sure the documents are to answer, 0 to 1; undefined where they were not asked. */
  readonly evidence?: number;
  /** Calls of the caller's tools, in place of an answer or behind what was said to them. */
  readonly calls?: readonly ModelToolCall[];
}

/** A tool call that waits until its person agrees. */
export interface ApprovalRequest {
  readonly id: string;
  readonly server: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export type ApprovalDecision = 'approve' | 'deny';

export type TurnResult =
  | { readonly kind: 'answer'; readonly answer: TurnAnswer }
  | { readonly kind: 'approval'; readonly approval: ApprovalRequest };

/** How the turns of a conversation are answered. Runs keep checkpoints under their turn's id. */
export interface AnswerMode {
  /** What it honours about tools of its caller; `none` alone where it calls none of them. */
  readonly callerToolChoices: readonly ToolChoice[];
  /** Characters of a question; without it as many as a message may have. */
  readonly maxQuestionLength?: number;
  /**
   * Text is told through the context as it comes.
   * @throws AppError, or the signal's reason.
   */
  answer(task: AnswerTask, context: TurnContext, signal: AbortSignal): Promise<TurnResult>;
  /**
   * The same without checkpoints: nothing is stored, and nothing can be resumed. What would need a
   * person's agreement is not done.
   */
  answerOnce(task: AnswerTask, context: TurnContext, signal: AbortSignal): Promise<TurnAnswer>;
  /**
   * Goes on from the last checkpoint, with the person's decision where it waits for one. Undefined
   * when there is no checkpoint.
   */
  resume(
    context: TurnContext,
    decision: ApprovalDecision | undefined,
    signal: AbortSignal,
  ): Promise<TurnResult | undefined>;
  /** Checks what had been written of an answer when it was stopped. */
  checkPartial(turnId: string, text: string): Promise<TurnAnswer>;
  /** Drops the checkpoints, which hold texts. */
  forget(turnId: string): Promise<void>;
}

/** Every mode that a conversation can have. */
export type AnswerModes = Readonly<Record<ConversationMode, AnswerMode>>;

/** Threads of turns among all checkpoints: the prefix, then the turn's id. */
export const turnThreadPrefix = 'turn:';
