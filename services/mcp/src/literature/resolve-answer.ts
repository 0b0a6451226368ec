import { AppError, type Warning } from '@lectern/contracts';
import type { z } from 'zod';
import type { LiteratureCache } from './cache/literature-cache.ts';
import { type FetchOptions, isFresh, type LiteratureCall, toOutsideCall } from './fetch-call.ts';
import type { Fetched, OutsideCall } from './requests/outside-service.ts';
import type { SameRequests } from './requests/same-requests.ts';

export interface AnswerRequest<Value> {
  readonly service: string;
  /** Identifies the request; contains no secrets. */
  readonly request: object;
  readonly schema: z.ZodType<Value>;
  readonly options: FetchOptions;
  readonly call: LiteratureCall;
  readonly same: SameRequests<Fetched<Value>>;
  readonly fetch: (call: OutsideCall) => Promise<Fetched<Value>>;
  /** True if the answer is incomplete, so that it is requested again. */
  readonly isDoubtful: (value: Value) => boolean;
}

export interface ResolvedAnswer<Value> {
  readonly value: Value;
  readonly cacheHit: boolean;
  readonly fetchedAt: Date;
  readonly warnings: readonly Warning[];
}

/**
 * Returns a stored or fetched answer by the fetch policy. If the service fails, an older answer is
 * returned with a warning.
 * @throws AppError `not_cached`.
 */
export async function resolveAnswer<Value>(
  cache: LiteratureCache,
  { service, request, schema, options, call, same, fetch, isDoubtful }: AnswerRequest<Value>,
): Promise<ResolvedAnswer<Value>> {
  const { fetch_policy: policy } = options;
  const found =
    policy === 'network_only' ? undefined : await cache.findAnswer(call.organisationId, request);
  const value = schema.safeParse(found?.result).data;
  const stored = found && value !== undefined ? { value, fetchedAt: found.fetchedAt } : undefined;
  const isGoodBefore = stored !== undefined && !isDoubtful(stored.value);
  const isGood = isGoodBefore && isFresh(stored.fetchedAt, options);
  // An answer of a network-only request must not replace a better one either.
  const hasGood = async () => {
    const { data } = schema.safeParse(
      (await cache.findAnswer(call.organisationId, request))?.result,
    );
    return data !== undefined && !isDoubtful(data);
  };
  if (stored && (policy === 'cache_only' || isGood)) {
    return { ...stored, cacheHit: true, warnings: [] };
  }
  if (policy === 'cache_only') throw new AppError('not_cached');
  try {
    const { value, fetchedAt } = await same.ask(
      request,
      toOutsideCall(options, call),
      async (once) => {
        const fetched = await fetch(once);
        const { organisationId } = call;
        if (isDoubtful(fetched.value) && (await hasGood())) return fetched;
        await cache.storeAnswer(organisationId, request, {
          ...fetched,
          service,
          result: fetched.value,
        });
        return fetched;
      },
    );
    if (isGoodBefore && isDoubtful(value)) {
      return { ...stored, cacheHit: true, warnings: [doubtWarning(service)] };
    }
    return { value, cacheHit: false, fetchedAt, warnings: [] };
  } catch (error) {
    if (!stored || !(error instanceof AppError && error.retryable)) throw error;
    return { ...stored, cacheHit: true, warnings: [staleWarning(service)] };
  }
}

function doubtWarning(service: string): Warning {
  const message = `${service} gave less than it says it has; this is what it said at fetched_at.`;
  return { code: 'stale_answer', message };
}

export function staleWarning(service: string): Warning {
  return {
    code: 'stale_answer',
    message: `${service} did not answer; this is what it said at fetched_at.`,
  };
}
