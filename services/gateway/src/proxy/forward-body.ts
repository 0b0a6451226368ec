import { type PassThrough, Transform } from 'node:stream';
import { AppError } from '@lectern/contracts';
import { assertPlainEncoding, bufferedBodyOf, hasBody, readBody } from '@lectern/service';
import type { Request } from 'express';

/**
 * Maximum bytes of a response that is stored for its idempotency key. Larger responses are passed
 * on as they come; their request still runs only once.
 */
export const maxHeldBytes = 65_536;

/** Bodies up to this size are buffered: one write is cheaper than a stream. */
const smallBodyBytes = 64 * 1024;

/**
 * Returns the body for the service, null without one. Larger bodies, and ones of unknown size, are
 * streamed and counted. The stream is not the request itself, so that the connection survives an
 * unavailable service and can carry the error.
 *
 * @throws AppError `too_large`, also by the stream; `unsupported_media_type` for a compressed one.
 */
export async function readForwardBody(
  request: Request,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer | PassThrough | null> {
  assertPlainEncoding(request);
  if (!hasBody(request)) return null;
  const kept = bufferedBodyOf(request);
  if (kept) return kept;
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (length > maxBytes) throw tooLarge(maxBytes);
  if (length <= smallBodyBytes) return readBody(request, { maxBytes: smallBodyBytes });
  const body = countBytes(maxBytes);
  request.once('aborted', () => body.destroy(new Error('the caller went away')));
  body.once('close', () => request.unpipe(body));
  return request.pipe(body);
}

function countBytes(maxBytes: number): PassThrough {
  let bytes = 0;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      bytes += part.length;
      if (bytes > maxBytes) done(tooLarge(maxBytes));
      else done(null, part);
    },
  });
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('too_large', undefined, { details: { max_bytes: maxBytes } });
}
