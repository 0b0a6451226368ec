import { type PassThrough, Transform } from 'node:stream';
import { AppError } from '@lectern/contracts';
import { assertPlainEncoding, hasBody, keptBodyOf, readBody } from '@lectern/service';
import type { Request } from 'express';

/**
 * Maximum bytes of an answer that is kept for its idempotency key. Larger answers are passed on as they
 * come; their request still runs only once.
 */
export const maxHeldBytes = 65_536;

/** Bodies up to this size are read whole: one write inside is cheaper than a stream. */
const smallBodyBytes = 64 * 1024;

/**
 * The body as it goes to the service, null where there is none. Larger ones, and ones of unknown
 * size, stream through and are counted; the stream is not the request itself, so that a service that
 * is away leaves a connection on which that can be said.
 *
 * @throws AppError `too_large`, also by the stream; `unsupported_media_type` for a compressed one.
 */
export async function readForwardBody(
  request: Request,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer | PassThrough | null> {
  assertPlainEncoding(request);
  if (!hasBody(request)) return null;
  const kept = keptBodyOf(request);
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
