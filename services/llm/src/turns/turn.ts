import type {
  AnswerAssistant,
  AnswerModel,
  Citation,
  CollectionFilter,
  ConversationMode,
  ErrorCode,
  Route,
  ToolCall,
  Warning,
} from '@lectern/contracts';
import type { Grounds } from '../clients/run-tokens.ts';
import type { TurnStatus } from '../database/tables.ts';
import type { ApprovalDecision, ApprovalRequest } from '../ports/answer-mode.ts';
import type { Owner } from '../ports/owner.ts';

/** A message of a person. */
export interface NewTurn {
  readonly message: string;
  /** The client's id of the message. Default: a new id. */
  readonly messageId: string | undefined;
  /** Default: a new conversation. */
  readonly conversationId: string | undefined;
  /** Title of a new conversation. */
  readonly title: string;
  readonly mode: ConversationMode | undefined;
  /** Id of a model connection. */
  readonly modelId: string | undefined;
  /** Default: that of the answer before; null for none. */
  readonly assistantId: string | null | undefined;
  readonly collectionFilter: CollectionFilter | undefined;
  /** The answer that the message follows. Default: the newest. */
  readonly parentId: string | undefined;
  readonly grounds: Grounds;
}

/** A turn beside an earlier one. */
export interface NewBranch {
  readonly conversationId: string;
  /** Id of the message that is edited, or of the answer or question that is answered again. */
  readonly messageId: string;
  /** The edited message. Without it the question is answered again. */
  readonly edited: { readonly message: string; readonly messageId: string | undefined } | undefined;
  /** Default: those of the message. */
  readonly mode: ConversationMode | undefined;
  readonly modelId: string | undefined;
  readonly assistantId: string | null | undefined;
  readonly grounds: Grounds;
}

export interface TurnOutcome {
  readonly status: Exclude<TurnStatus, 'running' | 'waiting'>;
  readonly answer: string;
  readonly abstained: boolean;
  /** Probability that the documents answer the question, 0 to 1; undefined without a search. */
  readonly evidence: number | undefined;
  readonly citations: readonly Citation[];
  readonly warnings: readonly Warning[];
  readonly route: Route | undefined;
  readonly errorCode: ErrorCode | undefined;
  /** The model that wrote the answer. */
  readonly model: AnswerModel | undefined;
}

export interface Turn extends Omit<TurnOutcome, 'status'> {
  /** Also the id of the assistant's message. */
  readonly id: string;
  readonly owner: Owner;
  readonly grounds: Grounds;
  readonly conversationId: string;
  readonly mode: ConversationMode;
  /** Connection that the message asked for; undefined for the organisation's default. */
  readonly modelId: string | undefined;
  readonly assistant: AnswerAssistant | undefined;
  readonly status: TurnStatus;
  readonly question: string;
  readonly collectionFilter: CollectionFilter | undefined;
  readonly toolCalls: readonly ToolCall[];
  /** The call that a waiting turn waits for. */
  readonly approval: ApprovalRequest | undefined;
  readonly waitingSince: Date | undefined;
}

/** A turn that existed already, or a new one that the caller must run. */
export interface BegunTurn {
  readonly turn: Turn;
  readonly isNew: boolean;
}

export interface DecidedApproval {
  readonly conversationId: string;
  readonly approvalId: string;
  readonly decision: ApprovalDecision;
  readonly grounds: Grounds;
}
