import type { Server } from 'node:http';
import { AppError } from '@lectern/contracts';
import type { RequestHandler } from 'express';

/** Lets the app see requests that Node would answer itself, with a status alone. */
export function passOddHeads(server: Server): void {
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
}

/**
 * Refuses what HTTP/1.1 has a server refuse: a request without `Host`, and one that expects what is
 * unknown here.
 *
 * @throws AppError `invalid_request`, `expectation_failed`.
 */
export const refuseOddHeads: RequestHandler = ({ headers, httpVersion }, _response, next) => {
  if (httpVersion !== '1.0') {
    if (headers.host === undefined) throw invalid('Host');
    if ((headers.expect ?? '100-continue').toLowerCase() !== '100-continue')
      throw new AppError('expectation_failed', undefined, { details: { field: 'Expect' } });
  }
  next();
};

function invalid(field: string): AppError {
  return new AppError('invalid_request', `${field}: is missing`, { details: { field } });
}
