import { AppError, type Principal } from '@lectern/contracts';
import type { ServerContext } from '@modelcontextprotocol/server';
import { readCaller } from './auth-info.ts';

/** Who calls and how long they wait. Never an argument: it comes from the caller's token. */
export interface ToolCall {
  readonly principal: Principal;
  /** The caller's internal token. */
  readonly token: string;
  readonly requestId: string;
  /** Milliseconds that the caller still waits, when it said so. */
  readonly deadlineMs: number | undefined;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
}

/** Who sent a request of the SDK, and how long they wait. Throws `unauthorized`. */
export function toToolCall(context: ServerContext): ToolCall {
  const caller = readCaller(context.http?.authInfo);
  if (!caller) throw new AppError('unauthorized');
  return { ...caller, signal: context.mcpReq.signal };
}
