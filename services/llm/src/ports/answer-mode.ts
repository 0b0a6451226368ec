import type { Citation, CollectionFilter, ConversationMode, Warning } from '@lectern/contracts';
import type { Exchange } from '@lectern/grounding';
import type { TurnContext } from './turn-context.ts';

export interface AnswerTask {
  readonly question: string;
  /** Oldest first; the latest that fit are used. */
  readonly history: readonly Exchange[];
  readonly collectionFilter: CollectionFilter | undefined;
}

export interface TurnAnswer {
  readonly text: string;
  readonly abstained: boolean;
  readonly citations: readonly Citation[];
  readonly warnings: readonly Warning[];
}

/** How the turns of a conversation are answered. Runs keep checkpoints under their turn's id. */
export interface AnswerMode {
  /** Throws `AppError`, or the signal's reason. Text is told through the context as it comes. */
  answer(task: AnswerTask, context: TurnContext, signal: AbortSignal): Promise<TurnAnswer>;
  /** The same without checkpoints: nothing is stored, and nothing can be resumed. */
  answerOnce(task: AnswerTask, context: TurnContext, signal: AbortSignal): Promise<TurnAnswer>;
  /** Goes on from the last checkpoint; undefined when there is none from which it can. */
  resume(context: TurnContext, signal: AbortSignal): Promise<TurnAnswer | undefined>;
  /** Checks what had been written of an answer when it was stopped. */
  checkPartial(turnId: string, text: string): Promise<TurnAnswer>;
  /** Drops the checkpoints, which hold texts. */
  forget(turnId: string): Promise<void>;
}

/** Every mode that a conversation can have. */
export type AnswerModes = Readonly<Record<ConversationMode, AnswerMode>>;

/** Threads of turns among all checkpoints: the prefix, then the turn's id. */
export const turnThreadPrefix = 'turn:';
