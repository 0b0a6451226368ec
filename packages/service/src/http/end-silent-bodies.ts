import { AppError } from '@lectern/contracts';
import type { RequestHandler } from 'express';
import { handleError } from './handle-error.ts';
import { hasBody } from './read-body.ts';

const silenceMs = 15_000;

/** Rejects a body of which nothing arrives for a while, unless we stopped reading. */
export function endSilentBodies(maxSilenceMs = silenceMs): RequestHandler {
  return (request, response, next) => {
    if (hasBody(request)) {
      let seen = request.socket.bytesRead;
      const watch = setInterval(() => {
        const { bytesRead, destroyed } = request.socket;
        if (request.complete || destroyed) return clearInterval(watch);
        const isSilent = bytesRead === seen && request.readableLength === 0;
        seen = bytesRead;
        if (!isSilent) return;
        clearInterval(watch);
        handleError(new AppError('request_timeout'), request, response, next);
      }, maxSilenceMs).unref();
      response.once('close', () => clearInterval(watch));
    }
    next();
  };
}
