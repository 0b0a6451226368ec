/** The nodes of the research graph that ask something outside of it. */
export type LookupNode = 'pubmed_search' | 'pubmed_get' | 'ctgov_search' | 'rag_search';

export interface NodePolicy {
  /** Raised when the node's answer changes for the same question. */
  readonly version: number;
  /** Milliseconds that the node may take at most; the time budget may leave it less. */
  readonly timeoutMs: number;
  /**
   * The tool waits for a rate that all runs share. The wait for others' requests counts for the time
   * budget alone, since no answer of the service is late by it; the tool keeps to `timeoutMs`.
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

/** Limits of each node. */
export const nodeRegistry: Readonly<Record<LookupNode, NodePolicy>> = {
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

/** Kept for the synthesizer; of a budget below a second, half of it. */
const synthesizerReserveMs = 500;

/** For what is stored, where the budget leaves a node no time to ask a service. */
export const storedReserveMs = 150;

/** Milliseconds that a node may take at most with so much of the budget left. */
export function deadlineOf(node: LookupNode, leftMs: number, budgetMs: number): number {
  const { timeoutMs, sharesRate } = nodeRegistry[node];
  const left = leftMs - Math.min(synthesizerReserveMs, budgetMs / 2);
  return sharesRate ? left : Math.min(timeoutMs, left);
}
