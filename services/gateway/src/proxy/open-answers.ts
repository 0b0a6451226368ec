import { onClosed } from '@lectern/service';
import type { RequestHandler, Response } from 'express';

/** Keeps answers at hand while they are open, so that they can be ended. */
export function rememberIn(responses: Set<Response>): RequestHandler {
  return (_request, response, next) => {
    responses.add(response);
    onClosed(response, () => responses.delete(response));
    next();
  };
}
