import { AppError } from '@lectern/contracts';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { ReportProgress } from '../ports/knowledge.ts';
import { type Caller, readCaller } from './auth-info.ts';
import { createProgress } from './progress.ts';

export interface ToolCall extends Caller {
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
  /** Undefined: the caller does not want to know how far the call is. */
  readonly report: ReportProgress | undefined;
}

/**
 * Who sent a request of the SDK, and how long they wait.
 * @throws AppError `unauthorized`.
 */
export function toToolCall(context: ServerContext): ToolCall {
  const caller = readCaller(context.http?.authInfo);
  if (!caller) throw new AppError('unauthorized');
  return { ...caller, signal: context.mcpReq.signal, report: createProgress(context) };
}
