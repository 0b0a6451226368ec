import type { RequestHandler } from 'express';
import type { RateLimit } from './rate-limit.ts';

/** Limits how often one address may call, before anybody is identified. */
export function limitByAddress(limit: RateLimit): RequestHandler {
  return async (request, _response, next) => {
    await limit.take(request.ip ?? 'unknown');
    next();
  };
}
