import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@lectern/service';

export interface LangsmithSending {
  readonly logger: Logger;
  /** Aborted when nothing may be sent any more. */
  readonly closing: AbortSignal;
}

const retryDelayMs = 1_000;
const retriedStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Refusals after which the client sends in another form: they are passed on to it. */
const understoodStatuses = new Set([404, 422]);

/**
 * `fetch` for LangSmith's client, which would write what goes wrong to the console in lines of its
 * own. A request is tried twice; one that cannot be sent is told in the log, without its texts, and
 * answered as if it had been taken: its runs are lost.
 */
export function createLangsmithFetch({ logger, closing }: LangsmithSending): typeof fetch {
  return async (input, init) => {
    const signal = AbortSignal.any([closing, ...(init?.signal ? [init.signal] : [])]);
    const request = new Request(input, { ...init, signal });
    const first = await trySending(request.clone());
    if (first.response) return first.response;
    const second = first.mayRetry && (await waitUnless(signal)) && (await trySending(request));
    const { response, reason } = second || first;
    if (response) return response;
    logger.warn({ reason, path: new URL(request.url).pathname }, 'runs do not reach LangSmith');
    return Response.json({}, { status: 202 });
  };
}

interface Sent {
  readonly response?: Response;
  readonly reason?: unknown;
  readonly mayRetry?: boolean;
}

async function trySending(request: Request): Promise<Sent> {
  try {
    const response = await fetch(request, { redirect: 'manual' });
    const { ok, status } = response;
    if (ok || understoodStatuses.has(status)) return { response };
    await response.body?.cancel();
    return { reason: status, mayRetry: retriedStatuses.has(status) };
  } catch (error) {
    const { name, cause } = error as Error & { readonly cause?: { readonly code?: string } };
    return { reason: cause?.code ?? name, mayRetry: true };
  }
}

async function waitUnless(signal: AbortSignal): Promise<boolean> {
  return delay(retryDelayMs, true, { signal }).catch(() => false);
}
