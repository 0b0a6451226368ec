import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The nodes of the research graph that ask something outside of it. */
export type LookupNode = 'pubmed_search' | 'pubmed_get' | 'ctgov_search' | 'rag_search';

export interface NodePolicy {
  /** Raised when the node's answer changes for the same question. */
  readonly version: number;
  /** Maximum time of the node; the time budget may leave it less. */
  readonly timeoutMs: number;
  /**
   * True if the tool waits for a rate that all runs share. The wait for others' requests counts for
   * the time budget alone, since no answer of the service is late by it; the tool uses `timeoutMs`.
   */
  readonly sharesRate: boolean;
  /**
   * Maximum calls that one run begins a second. The services' own limits, which all runs share, are
   * in the literature tools.
   */
  readonly callsPerSecond: number;
  /** Carried out by the tool, which alone repeats requests. */
  readonly retry: { readonly attempts: number; readonly backoff: 'exponential' | 'linear' };
  /** Seconds for which a stored answer counts as fresh; 0: nothing is stored. */
  readonly cacheLifetimeS: number;
}

const day = 86_400;

export type NodeRegistry = Readonly<Record<LookupNode, NodePolicy>>;

/** Default limits of each node. */
export const defaultRegistry: NodeRegistry = {
  pubmed_search: {
    version: 2,
    timeoutMs: 2_000,
    sharesRate: true,
    callsPerSecond: 2,
    retry: { attempts: 3, backoff: 'exponential' },
    cacheLifetimeS: day,
  },
  pubmed_get: {
    version: 1,
    timeoutMs: 1_500,
    sharesRate: true,
    callsPerSecond: 3,
    retry: { attempts: 2, backoff: 'linear' },
    cacheLifetimeS: 7 * day,
  },
  ctgov_search: {
    version: 3,
    timeoutMs: 3_000,
    sharesRate: true,
    callsPerSecond: 1.5,
    retry: { attempts: 3, backoff: 'exponential' },
    cacheLifetimeS: day,
  },
  rag_search: {
    version: 1,
    timeoutMs: 2_500,
    sharesRate: false,
    callsPerSecond: 2,
    retry: { attempts: 2, backoff: 'linear' },
    cacheLifetimeS: 0,
  },
};

/** Reads a policy, whose missing members are those of the default. */
function toPolicySchema(usual: NodePolicy) {
  return z
    .strictObject({
      version: z.int().min(1).default(usual.version),
      timeout_ms: z.int().min(100).max(300_000).default(usual.timeoutMs),
      rate_per_second: z.number().positive().max(100).default(usual.callsPerSecond),
      retry: z
        .strictObject({
          attempts: z.int().min(1).max(10).default(usual.retry.attempts),
          backoff: z.enum(['exponential', 'linear']).default(usual.retry.backoff),
        })
        .prefault({}),
      cache_lifetime_s: z
        .int()
        .min(0)
        .max(3_650 * day)
        .default(usual.cacheLifetimeS),
    })
    .prefault({})
    .transform(
      ({ version, timeout_ms, rate_per_second, retry, cache_lifetime_s }): NodePolicy => ({
        version,
        timeoutMs: timeout_ms,
        sharesRate: usual.sharesRate,
        callsPerSecond: rate_per_second,
        retry,
        cacheLifetimeS: cache_lifetime_s,
      }),
    );
}

const registryFileSchema = z.strictObject({
  pubmed_search: toPolicySchema(defaultRegistry.pubmed_search),
  pubmed_get: toPolicySchema(defaultRegistry.pubmed_get),
  ctgov_search: toPolicySchema(defaultRegistry.ctgov_search),
  rag_search: toPolicySchema(defaultRegistry.rag_search),
});

/** Path of a JSON file with limits of nodes; what it leaves out keeps its default. */
export const registrySettingSchema = z.string().transform((path, context): NodeRegistry => {
  try {
    return registryFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const message = error instanceof z.ZodError ? describe(error) : 'cannot be read as JSON';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
});

function describe({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}

/** Time reserved for the synthesizer: this, or half of a budget below a second. */
const synthesizerReserveMs = 500;

/** Time to read stored answers where the budget leaves a node none to ask a service. */
export const storedReserveMs = 150;

/** Returns the milliseconds that a node may take at most, by what is left of the budget. */
export function deadlineOf(
  { timeoutMs, sharesRate }: NodePolicy,
  leftMs: number,
  budgetMs: number,
): number {
  const left = leftMs - Math.min(synthesizerReserveMs, budgetMs / 2);
  return sharesRate ? left : Math.min(timeoutMs, left);
}
