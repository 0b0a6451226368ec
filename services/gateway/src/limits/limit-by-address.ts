import type { RequestHandler } from 'express';
import type { SlowDown } from './slow-down.ts';

/** Limits how often one address may call, before anybody is identified. */
export function limitByAddress(slowDown: Pick<SlowDown, 'take'>): RequestHandler {
  return async (request, _response, next) => {
    await slowDown.take(request.ip ?? 'unknown');
    next();
  };
}
