import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The nodes of the research graph that ask something outside of it. */
const lookupNodeSchema = z.enum(['pubmed_search', 'pubmed_get', 'ctgov_search', 'rag_search']);
export type LookupNode = z.output<typeof lookupNodeSchema>;

const day = 86_400;

const retrySchema = z.strictObject({
  attempts: z.int().min(1).max(10),
  backoff: z.enum(['exponential', 'linear']),
});

const policySchema = z.strictObject({
  /** Raised when the node's answer changes for the same question. */
  version: z.int().min(1),
  /** Maximum time of the node; the time budget may leave it less. */
  timeout_ms: z.int().min(100).max(300_000),
  /**
   * Maximum calls that one run begins a second. The services' own limits, which all runs share, are
   * in the literature tools.
   */
  rate_per_second: z.number().positive().max(100),
  /** Carried out by the tool, which alone repeats requests. */
  retry: retrySchema,
  /** Seconds for which a stored answer counts as fresh; 0: nothing is stored. */
  cache_lifetime_s: z
    .int()
    .min(0)
    .max(3_650 * day),
});

export type NodePolicy = Readonly<z.output<typeof policySchema>>;
export type NodeRegistry = Readonly<Record<LookupNode, NodePolicy>>;

/** Default limits of each node. */
export const defaultRegistry: NodeRegistry = {
  pubmed_search: {
    version: 2,
    timeout_ms: 2_000,
    rate_per_second: 2,
    retry: { attempts: 3, backoff: 'exponential' },
    cache_lifetime_s: day,
  },
  pubmed_get: {
    version: 1,
    timeout_ms: 1_500,
    rate_per_second: 3,
    retry: { attempts: 2, backoff: 'linear' },
    cache_lifetime_s: 7 * day,
  },
  ctgov_search: {
    version: 3,
    timeout_ms: 3_000,
    rate_per_second: 1.5,
    retry: { attempts: 3, backoff: 'exponential' },
    cache_lifetime_s: day,
  },
  rag_search: {
    version: 1,
    timeout_ms: 2_500,
    rate_per_second: 2,
    retry: { attempts: 2, backoff: 'linear' },
    cache_lifetime_s: 0,
  },
};

const fileSchema = z.partialRecord(
  lookupNodeSchema,
  policySchema.extend({ retry: retrySchema.partial() }).partial(),
);

/** Path of a JSON file with limits of nodes; what it leaves out keeps its default. */
export const registrySettingSchema = z.string().transform((path, context): NodeRegistry => {
  try {
    const given = fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    const merged = lookupNodeSchema.options.map((node) => {
      const usual = defaultRegistry[node];
      const retry = { ...usual.retry, ...given[node]?.retry };
      return [node, { ...usual, ...given[node], retry }];
    });
    return Object.fromEntries(merged) as NodeRegistry;
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

/**
 * Returns the milliseconds that a node may take at most, by what is left of the budget. A literature
 * tool applies `timeout_ms` itself: its wait for requests of other runs counts for the budget alone.
 */
export function deadlineOf(
  node: LookupNode,
  { timeout_ms }: NodePolicy,
  { leftMs, budgetMs }: { readonly leftMs: number; readonly budgetMs: number },
): number {
  const left = leftMs - Math.min(synthesizerReserveMs, budgetMs / 2);
  return node === 'rag_search' ? Math.min(timeout_ms, left) : left;
}
