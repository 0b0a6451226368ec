import { createHash } from 'node:crypto';
import {
  AppError,
  defaultMaxBodyBytes,
  type Endpoint,
  takesIdempotencyKey,
} from '@lectern/contracts';
import { keepBody, wantsEvents } from '@lectern/service';
import type { Request, RequestHandler, Response } from 'express';
import type { Caller } from '../auth/caller/caller.ts';
import { getCaller } from '../auth/caller/caller.ts';
import { findWaitMs } from '../proxy/find-wait-ms.ts';
import { holdAnswer, watchStream } from './buffer-answer.ts';
import type { FindReadable } from './find-readable.ts';
import type { Answer, Claim, IdempotencyStore } from './idempotency-store.ts';
import { idempotencyKeyPattern } from './idempotency-store.ts';
import { withholdQuotes } from './withhold-quotes.ts';

declare global {
  namespace Express {
    interface Request {
      /**
       * It has an `Idempotency-Key`, or the audit log tells of it: it is carried to its end though the
       * caller goes away.
       */
      outlivesCaller?: boolean;
    }
  }
}

export interface RunOnceOptions {
  readonly idempotencyStore: IdempotencyStore;
  readonly findReadable: FindReadable;
}

/** Time beyond the request's own in which its answer is written down. */
const graceMs = 10_000;

/**
 * Answers a repeated request with the first answer, where the endpoint takes an `Idempotency-Key`
 * and the request has one. Comes after what lets the caller pass. Successes are kept; a request that
 * was refused did nothing, and is tried anew. Of a stream only that it began is kept: its repetition is
 * refused, not run; one that broke off before its first event is tried anew. Quotes that the caller
 * may not read by then are left out, and a credential with other rights runs the request itself.
 */
export function runOnce(
  endpoint: Endpoint,
  { idempotencyStore: answers, findReadable }: RunOnceOptions,
): RequestHandler[] {
  if (!takesIdempotencyKey(endpoint)) return [];
  const { maxBodyBytes: maxBytes = defaultMaxBodyBytes } = endpoint;
  const maxRunMs = findWaitMs(endpoint) + graceMs;
  return [
    async (request, response, next) => {
      const key = request.header('idempotency-key');
      if (key === undefined) {
        next();
        return;
      }
      if (!idempotencyKeyPattern.test(key)) throw badKey();
      const caller = getCaller(request);
      const isStream = wantsStream(endpoint, request);
      const body = await keepBody(request, { maxBytes });
      const outcome = await answers.claim({
        organisationId: caller.organisationId,
        userId: caller.userId,
        rights: describeRights(caller),
        key,
        request: describeRequest(request, body, isStream),
        maxRunMs,
      });
      if ('status' in outcome) {
        sendAgain(response, await withholdQuotes(outcome, request, findReadable));
        return;
      }
      const settled = { request, response };
      // A stream goes to its caller as it comes, and is over for the gateway when nobody reads it.
      if (isStream) {
        watchStream(response, {
          atFirst: () => settle(outcome, settled),
          without: () => release(outcome, settled),
        });
      } else {
        request.outlivesCaller = true;
        holdAnswer(response, (answer) => settle(outcome, { ...settled, body: answer }));
      }
      next();
    },
  ];
}

function wantsStream({ events, parts }: Endpoint, request: Request): boolean {
  return Boolean(events ?? parts) && wantsEvents(request);
}

/** Kind, role, scopes and end: a narrower key of the same person asks in its own right. */
function describeRights({ kind, role, scopes, until }: Caller): string {
  return JSON.stringify([kind, role, [...scopes].sort(), until ?? null]);
}

/** The same request for a stream and for JSON are two: neither's answer is one to the other. */
function describeRequest({ method, url }: Request, body: Buffer, isStream: boolean): string {
  const asked = `${isStream ? 'stream ' : ''}${method} ${url}\n`;
  return createHash('sha256').update(asked).update(body).digest('base64url');
}

function sendAgain(response: Response, { status, contentType, body }: Answer): void {
  response.status(status).setHeader('idempotency-replayed', 'true');
  if (contentType !== undefined) response.setHeader('content-type', contentType);
  response.end(body);
}

interface Outcome {
  readonly request: Request;
  readonly response: Response;
  /** None of an answer in parts. */
  readonly body?: Buffer | undefined;
}

async function settle(claim: Claim, outcome: Outcome): Promise<void> {
  const { response, body } = outcome;
  const { statusCode: status } = response;
  if (status >= 400) return release(claim, outcome);
  const type = response.getHeader('content-type');
  const contentType = typeof type === 'string' ? type : undefined;
  await writeDown(
    claim.keep(body ? { status, contentType, body: body.toString('utf8') } : { status }),
    outcome,
  );
}

function release(claim: Claim, outcome: Outcome): Promise<void> {
  return writeDown(claim.release(), outcome);
}

/** What cannot be written down keeps no answer from the caller: the claim ends by itself. */
async function writeDown(written: Promise<void>, { request }: Outcome): Promise<void> {
  try {
    await written;
  } catch (error) {
    request.log.error({ err: error }, 'an answer could not be kept for its idempotency key');
  }
}

function badKey(): AppError {
  return new AppError(
    'invalid_request',
    'Idempotency-Key: 1 to 255 visible ASCII characters without spaces',
    { details: { field: 'Idempotency-Key' } },
  );
}
