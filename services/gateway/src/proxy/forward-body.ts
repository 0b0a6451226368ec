import { PassThrough } from 'node:stream';
import type { Request } from 'express';

/** Bodies up to this size are read whole: one write inside is cheaper than a stream. */
const smallBodyBytes = 64 * 1024;

/**
 * The body as it goes to the service. Larger ones stream through; the stream is not the request
 * itself, so that a service that is away leaves a connection on which that can be said; what
 * nobody reads any more is drained.
 */
export async function readForwardBody(request: Request): Promise<Buffer | PassThrough | null> {
  const length = request.headers['content-length'];
  if (length === undefined && request.headers['transfer-encoding'] === undefined) return null;
  if (length !== undefined && Number(length) <= smallBodyBytes) return readAll(request);
  const body = new PassThrough();
  request.once('aborted', () => body.destroy(new Error('the caller went away')));
  body.once('close', () => request.unpipe(body).resume());
  return request.pipe(body);
}

async function readAll(request: Request): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  if (parts.length === 0) return null;
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}
