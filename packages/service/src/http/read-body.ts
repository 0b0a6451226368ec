import type { IncomingMessage } from 'node:http';
import { AppError } from '@lectern/contracts';

export interface ReadBodyOptions {
  readonly maxBytes: number;
  /** Called with each part before it is stored; may throw. */
  readonly onPart?: (part: Buffer) => void;
  /** Maximum time for the whole body. */
  readonly timeoutMs?: number;
}

const bodyTimeoutMs = 60_000;

/** Returns whether a body was announced. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Reads the body of a request, empty if there is none. Its size is counted as it arrives, whatever
 * was announced; `closeEarly` drains the rest of a rejected one.
 *
 * @throws AppError `too_large`; `unsupported_media_type` when it is compressed; `request_timeout`;
 *   `invalid_request` when it breaks off.
 */
export async function readBody(
  request: IncomingMessage,
  { maxBytes, onPart, timeoutMs = bodyTimeoutMs }: ReadBodyOptions,
): Promise<Buffer> {
  assertPlainEncoding(request);
  if (!hasBody(request)) return Buffer.alloc(0);
  const kept = bufferedBodies.get(request);
  if (kept) return readBuffered(kept, maxBytes, onPart);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (request.destroyed) throw brokenOff(undefined);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const settle = (finish: () => void) => {
      clearTimeout(late);
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      finish();
    };
    const refuse = (error: unknown) =>
      settle(() => {
        request.pause();
        reject(error);
      });
    const onData = (part: Buffer) => {
      bytes += part.length;
      try {
        if (bytes > maxBytes) throw tooLarge(maxBytes);
        onPart?.(part);
        parts.push(part);
      } catch (error) {
        refuse(error);
      }
    };
    const onEnd = () => settle(() => resolve(joinParts(parts)));
    const onError = (cause: unknown) => refuse(brokenOff(cause));
    const onClose = () => refuse(brokenOff(undefined));
    const late = setTimeout(() => refuse(new AppError('request_timeout')), timeoutMs);
    request.on('data', onData).once('end', onEnd).once('error', onError).once('close', onClose);
  });
}

const bufferedBodies = new WeakMap<IncomingMessage, Buffer>();

/** Reads the body like {@link readBody} and stores it on the request for later readers. */
export async function bufferBody(
  request: IncomingMessage,
  options: ReadBodyOptions,
): Promise<Buffer> {
  const body = await readBody(request, options);
  bufferedBodies.set(request, body);
  return body;
}

/** Returns the body that {@link bufferBody} has read. */
export function bufferedBodyOf(request: IncomingMessage): Buffer | undefined {
  return bufferedBodies.get(request);
}

function readBuffered(body: Buffer, maxBytes: number, onPart?: (part: Buffer) => void): Buffer {
  if (body.length > maxBytes) throw tooLarge(maxBytes);
  onPart?.(body);
  return body;
}

/**
 * @throws AppError `unsupported_media_type` for a compressed body: a small one can expand to any
 *   size.
 */
export function assertPlainEncoding({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return;
  throw new AppError('unsupported_media_type', 'Send the body without compression.');
}

function joinParts(parts: readonly Buffer[]): Buffer {
  const [first] = parts;
  return parts.length === 1 && first ? first : Buffer.concat(parts);
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('too_large', 'The body is too large.', { details: { max_bytes: maxBytes } });
}

function brokenOff(cause: unknown): AppError {
  return new AppError('invalid_request', 'The body broke off.', { cause });
}
