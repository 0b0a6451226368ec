import type {
  Citation,
  CollectionFilter,
  ConversationMode,
  ErrorCode,
  ToolCall,
  Warning,
} from '@lectern/contracts';
import type { Exchange } from '@lectern/grounding';
import type { ApprovalDecision, ApprovalRequest, Route } from './answer-mode.ts';
import type { Owner } from './conversations.ts';
import type { Grounds } from './run-tokens.ts';

/** `waiting` is for a person's decision about a tool call. */
export type TurnStatus = 'running' | 'waiting' | 'done' | 'stopped' | 'failed';

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

export interface StoredToolCall extends ToolCall {
  readonly forced: boolean;
  readonly resultBytes: number;
  /** Ids of what was found. */
  readonly result: unknown;
  readonly errorCode: ErrorCode | undefined;
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

/** Turns, shared by all replicas of the service. */
export interface Turns {
  /**
   * Stores the message and marks the turn as running in this process. A repeated message id gives
   * the turn that it began; a failed one is begun again. Throws `conversation_not_found`,
   * `turn_running`, `idempotency_conflict` (the id was used for another message) and
   * `invalid_request` (another mode than the conversation's, or a parent that is no answer of it).
   */
  begin(owner: Owner, turn: NewTurn, runnerId: string): Promise<BegunTurn>;
  /**
   * The same beside a turn that is there already: with the same turn before it, and with its filter.
   * Throws `message_not_found` too, and `invalid_request` for an answer that is to be edited.
   */
  beginBranch(owner: Owner, branch: NewBranch, runnerId: string): Promise<BegunTurn>;
  /** Throws `conversation_not_found` when it is not the owner's or is gone. */
  get(owner: Owner, turnId: string): Promise<Turn>;
  /** The running or waiting turn of a conversation. Throws `conversation_not_found`. */
  findRunning(owner: Owner, conversationId: string): Promise<Turn | undefined>;
  /** Asks whichever process runs the conversation's turn to stop it; gives the turn's id. */
  requestStop(owner: Owner, conversationId: string): Promise<string | undefined>;
  /** The latest answered exchanges before a turn in its branch, oldest first. */
  listHistory(turnId: string, limit: number): Promise<Exchange[]>;
  /** The tool server that the turn before in its branch ended with. */
  findServerBefore(turnId: string): Promise<string | undefined>;
  addToolCall(turnId: string, position: number, call: StoredToolCall): Promise<void>;
  /** Lets a running turn wait for a decision. */
  wait(turnId: string, approval: ApprovalRequest): Promise<void>;
  /**
   * Marks a waiting turn as running in this process, with its person's decision. The same decision
   * again gives the turn as it is. Throws `conversation_not_found`, `approval_not_found` and
   * `approval_decided`.
   */
  decide(owner: Owner, decided: DecidedApproval, runnerId: string): Promise<BegunTurn>;
  /** Ends a turn; nothing happens when it has ended or is gone. */
  finish(turnId: string, outcome: TurnOutcome): Promise<void>;
}
