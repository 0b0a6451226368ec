import { AppError } from '@lectern/contracts';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { ReportProgress } from '../ports/knowledge.ts';
import { type Caller, readCaller } from './auth-info.ts';
import { createProgress } from './progress.ts';

export interface ToolCall extends Caller {
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
  /** Undefined: the caller wants no progress reports. */
  readonly report: ReportProgress | undefined;
}

/**
 * Returns the caller of a request of the SDK and their deadline.
 * @throws AppError `unauthorized`.
 */
export function toToolCall(context: ServerContext): ToolCall {
  const caller = readCaller(context.http?.authInfo);
  if (!caller) throw new AppError('unauthorized');
  return { ...caller, signal: context.mcpReq.signal, report: createProgress(context) };
}
