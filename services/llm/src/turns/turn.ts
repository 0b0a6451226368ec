import type {
  Citation,
  CollectionFilter,
  ConversationMode,
  ErrorCode,
  ToolCall,
  Warning,
} from '@lectern/contracts';
import type { TurnStatus } from '../database/tables.ts';
import type { ApprovalDecision, ApprovalRequest } from '../ports/answer-mode.ts';
import type { Owner } from '../ports/owner.ts';
import type { Route } from '../ports/route.ts';
import type { Grounds } from '../ports/run-tokens.ts';

/** What a person says. */
export interface NewTurn {
  readonly message: string;
  /** The client's id of its message; one is made where it has none. */
  readonly messageId: string | undefined;
  /** A new conversation is begun without it. */
  readonly conversationId: string | undefined;
  /** Of the conversation that it begins, if it begins one. */
  readonly title: string;
  readonly mode: ConversationMode | undefined;
  readonly collectionFilter: CollectionFilter | undefined;
  /** The answer that it follows; without it the newest. */
  readonly parentId: string | undefined;
  readonly grounds: Grounds;
}

/** A turn that stands beside an earlier one. */
export interface NewBranch {
  readonly conversationId: string;
  /** Of the message that is said in other words, or of the answer or question that is answered anew. */
  readonly messageId: string;
  /** The message in other words; its question is answered anew without it. */
  readonly edited: { readonly message: string; readonly messageId: string | undefined } | undefined;
  readonly grounds: Grounds;
}

/** How a turn ended. */
export interface TurnOutcome {
  readonly status: Exclude<TurnStatus, 'running' | 'waiting'>;
  readonly answer: string;
  readonly abstained: boolean;
  /** How sure the documents are to answer, 0 to 1; undefined where they were not asked. */
  readonly evidence: number | undefined;
  readonly citations: readonly Citation[];
  readonly warnings: readonly Warning[];
  readonly route: Route | undefined;
  readonly errorCode: ErrorCode | undefined;
}

export interface Turn extends Omit<TurnOutcome, 'status'> {
  /** Also the id of the assistant's message. */
  readonly id: string;
  readonly owner: Owner;
  readonly grounds: Grounds;
  readonly conversationId: string;
  readonly mode: ConversationMode;
  readonly status: TurnStatus;
  readonly question: string;
  readonly collectionFilter: CollectionFilter | undefined;
  readonly toolCalls: readonly ToolCall[];
  /** What a waiting turn waits for. */
  readonly approval: ApprovalRequest | undefined;
  readonly waitingSince: Date | undefined;
}

/** A turn that was already there, or a new one that its caller must run. */
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
