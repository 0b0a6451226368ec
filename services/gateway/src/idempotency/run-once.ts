import { createHash } from 'node:crypto';
import {
  badIdempotencyKey,
  defaultMaxBodyBytes,
  type Endpoint,
  idempotencyKeyPattern,
  takesIdempotencyKey,
} from '@lectern/contracts';
import { bufferBody, wantsEvents } from '@lectern/service';
import type { Request, RequestHandler, Response } from 'express';
import type { Caller } from '../auth/caller/caller.ts';
import { getCaller } from '../auth/caller/caller.ts';
import { findWaitMs } from '../proxy/find-wait-ms.ts';
import { holdAnswer, watchStream } from './buffer-answer.ts';
import type { FindReadable } from './find-readable.ts';
import type { Answer, Claim, IdempotencyStore } from './idempotency-store.ts';
import { withholdQuotes } from './withhold-quotes.ts';

declare global {
  namespace Express {
    interface Request {
      /**
       * True if the request has an `Idempotency-Key` or is audited: it runs to its end even if the
       * caller leaves.
       */
      outlivesCaller?: boolean;
    }
  }
}

export interface RunOnceOptions {
  readonly idempotencyStore: IdempotencyStore;
  readonly findReadable: FindReadable;
}

/** Additional time for storing the response. */
const graceMs = 10_000;

/**
 * Answers a repeated request with the first response, if the endpoint accepts an `Idempotency-Key`
 * and the request has one. Runs after access checks. Successes are stored; a rejected request had
 * no effect and can be repeated. Of a stream only its start is stored: a repetition is rejected,
 * unless the stream broke off before its first event. Quotes that the caller may no longer read are
 * removed, and a credential with other rights runs the request itself.
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
      if (!idempotencyKeyPattern.test(key)) throw badIdempotencyKey();
      const caller = getCaller(request);
      const isStream = wantsStream(endpoint, request);
      const body = await bufferBody(request, { maxBytes });
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
      // A stream is passed on as it comes, and ends for the gateway when nobody reads it.
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

/** Combines kind, role, scopes and expiry: a narrower key of the same person is separate. */
function describeRights({ kind, role, scopes, until }: Caller): string {
  return JSON.stringify([kind, role, [...scopes].sort(), until ?? null]);
}

/** A request for a stream and one for JSON are different requests. */
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
  /** Absent for a response in parts. */
  readonly body?: Buffer | undefined;
}

async function settle(claim: Claim, outcome: Outcome): Promise<void> {
  const { response, body } = outcome;
  const { statusCode: status } = response;
  if (status >= 400) return release(claim, outcome);
  const type = response.getHeader('content-type');
  const contentType = typeof type === 'string' ? type : undefined;
  await writeDown(
    claim.store(body ? { status, contentType, body: body.toString('utf8') } : { status }),
    outcome,
  );
}

function release(claim: Claim, outcome: Outcome): Promise<void> {
  return writeDown(claim.release(), outcome);
}

/** A storage failure does not affect the caller's response: the claim expires. */
async function writeDown(written: Promise<void>, { request }: Outcome): Promise<void> {
  try {
    await written;
  } catch (error) {
    request.log.error({ err: error }, 'a response could not be stored for its idempotency key');
  }
}
