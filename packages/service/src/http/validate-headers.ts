import type { Server } from 'node:http';
import { AppError } from '@lectern/contracts';
import type { RequestHandler } from 'express';

/** Lets the app see requests that Node would answer itself, with a status alone. */
export function passInvalidHeaders(server: Server): void {
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
}

/** Of two of these Node tells the first; what stands before us may go by the other one. */
const single = { host: 'Host', authorization: 'Authorization', 'content-type': 'Content-Type' };

/**
 * Refuses what HTTP/1.1 has a server refuse: a request without `Host`, one that says twice where it
 * goes, who sends it or what it holds, and one that expects what is unknown here.
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
