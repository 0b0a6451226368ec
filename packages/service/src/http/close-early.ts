import type { Request, RequestHandler, Response } from 'express';
import { hasBody } from './read-body.ts';

/**
 * Maximum bytes of an unread body that are drained, so that a caller who is still sending can read
 * the answer. Larger than any JSON body that slightly exceeds its limit.
 */
export const drainBytes = 4_194_304;
export const drainMs = 2_000;

/**
 * Closes the connection after an answer that precedes the end of the body, since no request may
 * follow an unfinished body. The answer is sent at once, then the body is drained up to a limit.
 */
export const closeEarly: RequestHandler = (request, response, next) => {
  if (hasBody(request)) lingerOnEarlyAnswer(request, response);
  next();
};

function lingerOnEarlyAnswer(request: Request, response: Response): void {
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => Response;
  const end = response.end.bind(response) as (...given: unknown[]) => Response;
  const isEarly = () => !request.complete && !response.destroyed;

  Object.assign(response, {
    writeHead(...given: unknown[]) {
      if (isEarly()) response.setHeader('connection', 'close');
      return writeHead(...given);
    },
    end(...given: unknown[]) {
      if (!isEarly() || response.writableEnded) return end(...given);
      Object.assign(response, { end });
      // Node does not tell readers of the body that the connection ended.
      response.once('close', () => request.destroy());
      const [chunk, encoding] = given;
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) {
        response.write(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
      } else response.flushHeaders();
      drain(request, () => end(given.findLast((value) => typeof value === 'function')));
      return response;
    },
  });
}

function drain(request: Request, done: () => void): void {
  if (request.destroyed) {
    done();
    return;
  }
  let bytes = 0;
  const finish = () => {
    clearTimeout(late);
    request.off('data', count).off('end', finish).off('close', finish);
    done();
  };
  const count = (part: Buffer) => {
    bytes += part.length;
    if (bytes > drainBytes) finish();
  };
  const late = setTimeout(finish, drainMs);
  request.unpipe();
  request.on('data', count).once('end', finish).once('close', finish).resume();
}
