import type { RequestHandler } from 'express';
import type { TokenBuckets } from './token-buckets.ts';

/** Limits how often one address may call, before anybody is identified. */
export function limitByAddress(buckets: TokenBuckets): RequestHandler {
  return (request, _response, next) => {
    buckets.take(request.ip ?? 'unknown');
    next();
  };
}
