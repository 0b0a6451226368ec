import type { GuardedFetch } from '@lectern/service';
import type { FetchLike } from '@modelcontextprotocol/client';
import { AnswerReading, currentReading } from './answer-budget.ts';
import { limitAnswer } from './limit-answer.ts';
import { OutsideServerError } from './outside-servers.ts';

export interface ServerFetchOptions {
  readonly fetch: GuardedFetch;
  /** Address of the MCP server. */
  readonly url: string;
  /** Headers of the owner for the server. They are sent to its origin alone, never to an issuer. */
  readonly headers: Readonly<Record<string, string>>;
}

const maxRetryAfter = 3_600;
/** Maximum open requests of one connection, replies to requests of the server included. */
const maxRequests = 32;
/** Limits of a stream of notifications, which belongs to no operation. */
const notificationLimits = {
  maxBytes: 256 * 1024,
  maxDepth: 64,
  maxValues: 4_000,
  bytesPerSecond: 1_024,
};

/**
 * Creates the fetch for a server and its issuer.
 * @throws OutsideServerError `rate_limited`, and `unauthorized` if an issuer refuses a token.
 */
export function createServerFetch({ fetch, url, headers }: ServerFetchOptions): FetchLike {
  const { origin } = new URL(url);
  let requests = 0;
  return async (address, init) => {
    if (requests >= maxRequests) throw new OutsideServerError('busy');
    const sent = new Headers(init?.headers);
    sent.set('user-agent', 'lectern');
    if (new URL(address).origin === origin) {
      for (const [name, value] of Object.entries(headers)) {
        if (name.toLowerCase() === 'user-agent' || !sent.has(name)) sent.set(name, value);
      }
    }
    const current = currentReading.getStore();
    const isOfOperation =
      current?.signal.aborted === false && !isNotificationStream(sent, init?.method);
    const reading = isOfOperation ? current : new AnswerReading(notificationLimits);
    const signal = AbortSignal.any([reading.signal, ...(init?.signal ? [init.signal] : [])]);
    requests += 1;
    const onEnd = () => {
      requests -= 1;
    };
    try {
      const response = await fetch(address, { ...init, headers: sent, signal });
      await refuseFailures(response, sent);
      return await limitAnswer(response, reading, onEnd);
    } catch (error) {
      onEnd();
      throw error;
    }
  };
}

async function refuseFailures(response: Response, sent: Headers): Promise<void> {
  if (response.status === 429) {
    await response.body?.cancel();
    throw new OutsideServerError('rate_limited', {
      retryAfter: readRetryAfter(response.headers),
    });
  }
  // The library would log the refusal, which is untrusted text.
  if (isTokenRequest(sent) && [400, 401, 403].includes(response.status)) {
    await response.body?.cancel();
    throw new OutsideServerError('unauthorized');
  }
}

/**
 * True for the streams of both protocol eras that stay open after an operation. A stream that is
 * resumed may contain the answer of a call.
 */
function isNotificationStream(headers: Headers, method = 'GET'): boolean {
  if (headers.get('mcp-method') === 'subscriptions/listen') return true;
  const isStream = headers.get('accept')?.includes('text/event-stream') === true;
  return method === 'GET' && isStream && !headers.has('last-event-id');
}

function isTokenRequest(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') === true;
}

/** Returns whole seconds, at most an hour; undefined for a missing value and for a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds > 0 ? Math.min(Math.ceil(seconds), maxRetryAfter) : undefined;
}
