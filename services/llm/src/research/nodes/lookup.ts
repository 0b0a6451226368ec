import type { ResearchFrame, ResearchToolCall } from '@lectern/contracts';
import { markFailed, withinTime, withSpan } from '@lectern/service';
import { deadlineOf, type LookupNode, type NodePolicy, storedReserveMs } from '../node-registry.ts';
import { readBudget } from '../research-context.ts';
import type { NodeFailure, ResearchStateUpdate, ResearchStateValue } from '../research-state.ts';
import { createLookup, describeFailure, type Lookup, toLate } from './create-lookup.ts';
import type { NodeRuntime } from './node-runtime.ts';

/** Result of a lookup. A `failure` beside an update names the part that is missing. */
export interface LookupResult {
  readonly update: ResearchStateUpdate;
  readonly failure?: NodeFailure | undefined;
}

/**
 * Runs a node that looks something up: within its deadline, told to the caller, in a span. Its
 * failure is part of the state, never an exception, so that the other branches go on.
 */
export async function runLookup(
  node: LookupNode,
  { state, runtime }: { readonly state: ResearchStateValue; readonly runtime: NodeRuntime },
  work: (lookup: Lookup) => Promise<LookupResult>,
): Promise<ResearchStateUpdate> {
  const { context, signal } = runtime;
  const frame = requireFrame(state);
  if (state.completed.includes(node)) return {};
  const { leftMs, budgetMs } = readBudget(context, frame.time_budget_ms);
  const { timeoutMs, isStoredOnly } = allow(
    context.registry[node],
    frame,
    deadlineOf(context.registry[node], leftMs, budgetMs),
  );
  const calls: (ResearchToolCall & { readonly id: string })[] = [];
  const started = performance.now();
  const end = (
    failure: NodeFailure | undefined,
    brought?: ResearchStateUpdate,
  ): ResearchStateUpdate => {
    const ownFailure = failure?.of === undefined ? failure : undefined;
    const latency = Math.round(performance.now() - started);
    const own = calls.filter((call) => call.node === node);
    const hits = own.filter(({ status }) => status === 'ok');
    const cacheHit = hits.length > 0 && hits.every(({ cache_hit }) => cache_hit);
    context.emit({
      type: 'node',
      node: {
        node,
        status: ownFailure ? 'failed' : 'done',
        latency_ms: latency,
        // Two searches of the own documents find the same passages.
        rows: countPassages(brought) ?? own.reduce((sum, { rows }) => sum + rows, 0),
        cache_hit: cacheHit,
        error: ownFailure?.code ?? null,
      },
    });
    return {
      node_path: [node],
      tool_calls_made: calls,
      latencies: { [node]: latency },
      cache_hits: { [node]: cacheHit },
      errors: {
        [node]: failure
          ? { ...failure, at: new Date().toISOString(), tries: failure.tries ?? calls.length }
          : null,
      },
      ...(!failure && { completed: [node] }),
    };
  };
  context.emit({
    type: 'node',
    node: { node, status: 'started', latency_ms: null, rows: null, cache_hit: null, error: null },
  });
  if (timeoutMs <= 0) return end(timeUp);
  return withSpan(`research ${node}`, {}, async (span) => {
    let isFresh = true;
    const oldest = Date.now() - context.registry[node].cacheLifetimeS * 1_000;
    const onFetched = (fetchedAt: string) => {
      isFresh &&= Date.parse(fetchedAt) >= oldest;
    };
    let result: LookupResult | undefined;
    let failure: NodeFailure | undefined;
    try {
      result = await withinTime({ signal, timeoutMs, late: toLate }, (inTime) =>
        work(
          createLookup(node, isStoredOnly ? { ...frame, fetch_policy: 'cache_only' } : frame, {
            context,
            inTime,
            timeoutMs,
            calls,
            onFetched,
          }),
        ),
      );
      failure = result.failure;
    } catch (error) {
      signal.throwIfAborted();
      failure = describeFailure(error);
    }
    if (isStoredOnly && (failure || !isFresh)) failure = timeUp;
    const update = end(failure, result?.update);
    if (failure) markFailed(span, failure.code);
    span.setAttributes({
      cache_hit: update.cache_hits ? Object.values(update.cache_hits).every(Boolean) : false,
      rows: calls.reduce((sum, call) => sum + (call.node === node ? call.rows : 0), 0),
      latency_ms: Math.round(performance.now() - started),
    });
    return { ...result?.update, ...update };
  });
}

function countPassages(brought: ResearchStateUpdate | undefined): number | undefined {
  const passages = brought?.rag_results;
  return Array.isArray(passages) ? passages.length : undefined;
}

const timeUp = {
  code: 'time_budget',
  message: 'The time was up before it could be asked.',
};

/** After its deadline a node may still read stored answers. */
function allow(
  { cacheLifetimeS }: NodePolicy,
  { fetch_policy }: ResearchFrame,
  deadlineMs: number,
): { readonly timeoutMs: number; readonly isStoredOnly: boolean } {
  const isStored = cacheLifetimeS > 0 && fetch_policy === 'cache_then_network';
  const isStoredOnly = isStored && deadlineMs < storedReserveMs;
  return { timeoutMs: isStoredOnly ? storedReserveMs : Math.floor(deadlineMs), isStoredOnly };
}

export function requireFrame({ frame }: Pick<ResearchStateValue, 'frame'>): ResearchFrame {
  if (!frame) throw new Error('a run has a frame after parse_frame');
  return frame;
}
