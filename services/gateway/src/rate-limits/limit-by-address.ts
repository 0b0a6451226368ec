import { keepBody } from '@lectern/service';
import type { RequestHandler } from 'express';
import type { SlowDown } from './slow-down.ts';

/** Forms of people; nothing that is limited so is larger. */
const maxBytes = 64 * 1024;

/**
 * Limits how often one address may call, before anybody is identified. A call counts once its body
 * is there: one that breaks off or never comes tries nothing.
 */
export function limitByAddress(slowDown: Pick<SlowDown, 'take'>): RequestHandler {
  return async (request, _response, next) => {
    await keepBody(request, { maxBytes });
    await slowDown.take(request.ip ?? 'unknown');
    next();
  };
}
