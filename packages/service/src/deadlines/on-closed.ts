import type { ServerResponse } from 'node:http';

/**
 * Calls once when the answer is over, finished or not: at once for a caller who has left while
 * something else was waited for, since the event has come by then and comes no more.
 */
export function onClosed(response: ServerResponse, listener: () => void): void {
  if (response.closed) listener();
  else response.once('close', listener);
}
