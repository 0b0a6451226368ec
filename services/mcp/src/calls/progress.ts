import type { ServerContext } from '@modelcontextprotocol/server';
import type { ReportProgress } from '../ports/knowledge.ts';

/**
 * Returns a sender of progress notifications for a request with a progress token; undefined for any
 * other. The total is unknown, so each notification counts one more. A failed notification ends
 * nothing: a caller who left aborts the signal.
 */
export function createProgress({ mcpReq }: ServerContext): ReportProgress | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let progress = 0;
  return (message) => {
    progress += 1;
    const params = { progressToken, progress, message };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
