import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The nodes of the research graph that ask something outside of it. */
export type LookupNode = 'pubmed_search' | 'pubmed_get' | 'ctgov_search' | 'rag_search';

export interface NodePolicy {
  /** Raised when the node's answer changes for the same question. */
  readonly version: number;
  /** Milliseconds that the node may take at most; the time budget may leave it less. */
  readonly timeoutMs: number;
  /**
   * The tool waits for a rate that all runs share. The wait for others' requests counts for the time
   * budget alone, since no answer of the service is late by it; the tool uses `timeoutMs`.
   */
  readonly sharesRate: boolean;
  /** Calls that one run may begin a second. */
  readonly ratePerSecond: number;
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
    ratePerSecond: 2,
    retry: { attempts: 3, backoff: 'exponential' },
    cacheLifetimeS: day,
  },
  pubmed_get: {
    version: 1,
    timeoutMs: 1_500,
    sharesRate: true,
    ratePerSecond: 3,
    retry: { attempts: 2, backoff: 'linear' },
    cacheLifetimeS: 7 * day,
  },
  ctgov_search: {
    version: 3,
    timeoutMs: 3_000,
    sharesRate: true,
    ratePerSecond: 1.5,
    retry: { attempts: 3, backoff: 'exponential' },
    cacheLifetimeS: day,
  },
  rag_search: {
    version: 1,
    timeoutMs: 2_500,
    sharesRate: false,
    ratePerSecond: 2,
    retry: { attempts: 2, backoff: 'linear' },
    cacheLifetimeS: 0,
  },
};

const policySchema = z.strictObject({
  version: z.int().min(1).optional(),
  timeout_ms: z.int().min(100).max(300_000).optional(),
  rate_per_second: z.number().positive().max(100).optional(),
  retry: z
    .strictObject({
      attempts: z.int().min(1).max(10).optional(),
      backoff: z.enum(['exponential', 'linear']).optional(),
    })
    .optional(),
  cache_lifetime_s: z
    .int()
    .min(0)
    .max(3_650 * day)
    .optional(),
});

const registryFileSchema = z.strictObject({
  pubmed_search: policySchema.optional(),
  pubmed_get: policySchema.optional(),
  ctgov_search: policySchema.optional(),
  rag_search: policySchema.optional(),
});

/** Path of a JSON file with limits of nodes; what it leaves out keeps its default. */
export const registrySettingSchema = z.string().transform((path, context): NodeRegistry => {
  try {
    return mergeRegistry(registryFileSchema.parse(JSON.parse(readFileSync(path, 'utf8'))));
  } catch (error) {
    const message =
      error instanceof z.ZodError
        ? error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
        : 'cannot be read as JSON';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
});

function mergeRegistry(given: z.output<typeof registryFileSchema>): NodeRegistry {
  const merge = (node: LookupNode): NodePolicy => {
    const usual = defaultRegistry[node];
    const {
      version = usual.version,
      timeout_ms: timeoutMs = usual.timeoutMs,
      rate_per_second: ratePerSecond = usual.ratePerSecond,
      cache_lifetime_s: cacheLifetimeS = usual.cacheLifetimeS,
      retry,
    } = given[node] ?? {};
    const { attempts = usual.retry.attempts, backoff = usual.retry.backoff } = retry ?? {};
    const own = { version, timeoutMs, ratePerSecond, cacheLifetimeS };
    return { ...usual, ...own, retry: { attempts, backoff } };
  };
  return {
    pubmed_search: merge('pubmed_search'),
    pubmed_get: merge('pubmed_get'),
    ctgov_search: merge('ctgov_search'),
    rag_search: merge('rag_search'),
  };
}

/** Kept for the synthesizer; of a budget below a second, half of it. */
const synthesizerReserveMs = 500;

/** For what is stored, where the budget leaves a node no time to ask a service. */
export const storedReserveMs = 150;

/** Milliseconds that a node may take at most with so much of the budget left. */
export function deadlineOf(
  { timeoutMs, sharesRate }: NodePolicy,
  leftMs: number,
  budgetMs: number,
): number {
  const left = leftMs - Math.min(synthesizerReserveMs, budgetMs / 2);
  return sharesRate ? left : Math.min(timeoutMs, left);
}
