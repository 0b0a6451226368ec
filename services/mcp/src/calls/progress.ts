import type { ServerContext } from '@modelcontextprotocol/server';
import type { ReportProgress } from '../ports/knowledge.ts';

/**
 * Sends progress notifications for a request whose caller gave a token for them; undefined for any
 * other. How much there is in all is not known, so each counts one more. A notification that cannot
 * be sent ends nothing: a caller who left ends the call by its signal.
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
