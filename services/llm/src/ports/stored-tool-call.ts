import type { ErrorCode, ToolCall } from '@lectern/contracts';

/** A tool call with what only the service keeps of it. */
export interface StoredToolCall extends ToolCall {
  readonly forced: boolean;
  readonly resultBytes: number;
  /** Ids of what was found. */
  readonly result: unknown;
  readonly errorCode: ErrorCode | undefined;
}
