import { hasBody } from '@lectern/service';
import type { RequestHandler } from 'express';

const form = 'application/x-www-form-urlencoded';

/**
 * Rejects bodies that are not forms as RFC 6749 (5.2) requires, and names the accepted type. JSON
 * is passed on: the library has an error for it.
 */
export const requireFormBody: RequestHandler = (request, response, next) => {
  if (!hasBody(request) || request.is(form) || request.is('json')) {
    next();
    return;
  }
  const said = { error: 'invalid_request', error_description: `Send ${form}.` };
  response.status(400).set('cache-control', 'no-store').json(said);
};
