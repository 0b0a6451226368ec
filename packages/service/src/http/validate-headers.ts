import type { Server } from 'node:http';
import { AppError } from '@lectern/contracts';
import type { RequestHandler } from 'express';

/** Passes requests to the app that Node would answer with a status only. */
export function passInvalidHeaders(server: Server): void {
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
}

/** Node uses the first of duplicate headers; a proxy in front may use another one. */
const single = { host: 'Host', authorization: 'Authorization', 'content-type': 'Content-Type' };

/**
 * Rejects headers that HTTP/1.1 forbids: a missing `Host`, duplicates that decide about target,
 * sender or content, and unknown expectations.
 *
 * @throws AppError `invalid_request`, `expectation_failed`.
 */
export const rejectInvalidHeaders: RequestHandler = (request, _response, next) => {
  const { headers, httpVersion, rawHeaders } = request;
  if (httpVersion !== '1.0') {
    if (headers.host === undefined) throw invalid('Host', 'is missing');
    if ((headers.expect ?? '100-continue').toLowerCase() !== '100-continue')
      throw new AppError('expectation_failed', undefined, { details: { field: 'Expect' } });
  }
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  for (const [name, field] of Object.entries(single)) {
    if (names.indexOf(name) !== names.lastIndexOf(name)) throw invalid(field, 'is given twice');
  }
  next();
};

function invalid(field: string, problem: string): AppError {
  return new AppError('invalid_request', `${field}: ${problem}`, { details: { field } });
}
