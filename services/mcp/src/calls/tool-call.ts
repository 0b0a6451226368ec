import { AppError } from '@lectern/contracts';
import type { ServerContext } from '@modelcontextprotocol/server';
import { type Caller, readCaller } from './auth-info.ts';

/** Reports the progress of a long call in a short English sentence. */
export type ReportProgress = (message: string) => void;

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

/**
 * Returns a sender of progress notifications for a request with a progress token; undefined for any
 * other. The total is unknown, so each notification counts one more. A failed notification ends
 * nothing: a caller who left aborts the signal.
 */
function createProgress({ mcpReq }: ServerContext): ReportProgress | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let progress = 0;
  return (message) => {
    progress += 1;
    const params = { progressToken, progress, message };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
