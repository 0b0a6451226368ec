import { hasBody } from '@lectern/service';
import type { RequestHandler } from 'express';

const form = 'application/x-www-form-urlencoded';

/**
 * What OAuth's endpoints do not read is refused as RFC 6749 (5.2) has it, with the type that they do
 * read. JSON goes on: the library says of it what fits.
 */
export const requireFormBody: RequestHandler = (request, response, next) => {
  if (!hasBody(request) || request.is(form) || request.is('json')) {
    next();
    return;
  }
  const said = { error: 'invalid_request', error_description: `Send ${form}.` };
  response.status(400).set('cache-control', 'no-store').json(said);
};
