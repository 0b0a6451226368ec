import type { ServerResponse } from 'node:http';

/**
 * Calls the listener once when the response has ended, complete or not. Calls it at once for a
 * caller who has left already, since the event is not repeated.
 */
export function onClosed(response: ServerResponse, listener: () => void): void {
  if (response.closed) listener();
  else response.once('close', listener);
}
