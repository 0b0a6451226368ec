import type {
  Citation,
  CollectionFilter,
  ConversationMode,
  ErrorCode,
  ToolCall,
  Warning,
} from '@lectern/contracts';
import type { Exchange } from '@lectern/grounding';
import type { StreamPart } from '../chat/stream-part.ts';
import type { Owner } from './conversations.ts';

export type TurnStatus = 'running' | 'done' | 'stopped' | 'failed';

/** What a person says. */
export interface NewTurn {
  readonly message: string;
  /** The client's id of its message; one is made where it has none. */
  readonly messageId: string | undefined;
  /** A new conversation is begun without it. */
  readonly conversationId: string | undefined;
  readonly mode: ConversationMode | undefined;
  readonly collectionFilter: CollectionFilter | undefined;
}

/** How a turn ended. */
export interface TurnOutcome {
  readonly status: Exclude<TurnStatus, 'running'>;
  readonly answer: string;
  readonly abstained: boolean;
  readonly citations: readonly Citation[];
  readonly warnings: readonly Warning[];
  readonly errorCode: ErrorCode | undefined;
}

export interface Turn extends Omit<TurnOutcome, 'status'> {
  /** Also the id of the assistant's message. */
  readonly id: string;
  readonly conversationId: string;
  readonly mode: ConversationMode;
  readonly status: TurnStatus;
  readonly question: string;
  readonly collectionFilter: CollectionFilter | undefined;
  readonly toolCalls: readonly ToolCall[];
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

/** Turns, shared by all replicas of the service. */
export interface Turns {
  /**
   * Stores the message and marks the turn as running in this process. A repeated message id gives
   * the turn that it began; a failed one is begun again. Throws `conversation_not_found`,
   * `turn_running`, `idempotency_conflict` (the id was used for another message) and
   * `invalid_request` (another mode than the conversation's).
   */
  begin(owner: Owner, turn: NewTurn, runnerId: string): Promise<BegunTurn>;
  /** Throws `conversation_not_found` when it is not the owner's or is gone. */
  get(owner: Owner, turnId: string): Promise<Turn>;
  /** The running turn of a conversation. Throws `conversation_not_found`. */
  findRunning(owner: Owner, conversationId: string): Promise<Turn | undefined>;
  /** Asks whichever process runs the conversation's turn to stop it; gives the turn's id. */
  requestStop(owner: Owner, conversationId: string): Promise<string | undefined>;
  /** The latest answered exchanges before a turn, oldest first. */
  listHistory(turnId: string, limit: number): Promise<Exchange[]>;
  addToolCall(turnId: string, position: number, call: StoredToolCall): Promise<void>;
  /** Ends a turn; nothing happens when it has ended or is gone. */
  finish(turnId: string, outcome: TurnOutcome): Promise<void>;

  appendParts(turnId: string, from: number, parts: readonly StreamPart[]): Promise<void>;
  /** Parts after a position, in order. */
  listParts(
    turnId: string,
    after: number,
  ): Promise<readonly { readonly position: number; readonly part: StreamPart }[]>;
  /** Drops the parts of a turn that starts anew; gives the position at which its next part goes. */
  restartParts(turnId: string): Promise<number>;

  /** Signs of life of running turns; gives those that were asked to stop or are no longer ours. */
  beat(
    runnerId: string,
    turnIds: readonly string[],
  ): Promise<{ readonly stopped: readonly string[]; readonly lost: readonly string[] }>;
  /** Leaves turns to whichever process claims next. */
  release(runnerId: string): Promise<void>;
  /** Takes over turns whose process gave no sign of life for so long. */
  claimAbandoned(runnerId: string, silentMs: number): Promise<readonly Turn[]>;
  /** Parts of turns that ended longer ago are dropped. */
  dropParts(olderThanMs: number): Promise<void>;
  /** Drops checkpoints that an aborted graph wrote after its turn had ended. */
  dropStrayCheckpoints(): Promise<void>;
}
