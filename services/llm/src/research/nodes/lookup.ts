import { randomUUID } from 'node:crypto';
import {
  AppError,
  clinicalTrialsGetOutputSchema,
  clinicalTrialsSearchOutputSchema,
  type ErrorCode,
  isErrorCode,
  pubmedGetOutputSchema,
  pubmedSearchOutputSchema,
  type ResearchFrame,
  type ResearchToolCall,
  searchDocumentsOutputSchema,
} from '@lectern/contracts';
import { markFailed, withinTime, withSpan } from '@lectern/service';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { z } from 'zod';
import { deadlineOf, type LookupNode, type NodePolicy, storedReserveMs } from '../node-registry.ts';
import {
  emitNode,
  type NodeRuntime,
  type ResearchContext,
  readBudget,
} from '../research-context.ts';
import type { NodeFailure, ResearchStateUpdate, ResearchStateValue } from '../research-state.ts';

/** Result of a lookup. A `failure` beside an update names the part that is missing. */
export interface LookupResult {
  readonly update: ResearchStateUpdate;
  readonly failure?: NodeFailure | undefined;
}

/**
 * Runs a node that looks something up: within its deadline, with events, in a span. Its failure is
 * part of the state, never an exception, so that the other branches continue.
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
    emitNode(context, {
      node,
      status: ownFailure ? 'failed' : 'done',
      latency_ms: latency,
      // Two searches of the own documents find the same passages.
      rows: countPassages(brought) ?? own.reduce((sum, { rows }) => sum + rows, 0),
      cache_hit: cacheHit,
      error: ownFailure?.code ?? null,
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
  emitNode(context, { node, status: 'started' });
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

/** A tool with the schema of its answer. */
interface MappedTool<Output extends z.ZodType> {
  readonly tool: string;
  readonly output: Output;
}

/** Tools and options of a lookup within its time. */
export interface Lookup {
  readonly frame: ResearchFrame;
  /** Policy, attempts and cache lifetime, for tools with these options. */
  readonly fetchOptions: Readonly<Record<string, unknown>>;
  /** Deadline of the lookup, by `Date.now()`. */
  readonly deadlineAt: number;
  /** Calls a tool at the rate of the node, or of `paced`, and records the call. */
  call<Output extends z.ZodType>(
    mapped: MappedTool<Output>,
    args: Readonly<Record<string, unknown>>,
    paced?: LookupNode,
  ): Promise<z.output<Output>>;
}

/** State that the calls of one lookup share. */
interface LookupRun {
  readonly context: ResearchContext;
  readonly inTime: AbortSignal;
  readonly timeoutMs: number;
  readonly calls: (ResearchToolCall & { readonly id: string })[];
  /** Receives the time at which the oldest part of each answer was fetched. */
  readonly onFetched: (fetchedAt: string) => void;
}

/** Creates the tools of a node, with an event and a record for each call. */
function createLookup(node: LookupNode, frame: ResearchFrame, run: LookupRun): Lookup {
  const { context } = run;
  const { retry, cacheLifetimeS, timeoutMs } = context.registry[node];
  const deadlineAt = Date.now() + run.timeoutMs;
  return {
    frame,
    deadlineAt,
    fetchOptions: {
      fetch_policy: frame.fetch_policy,
      max_attempts: frame.retry_count === null ? retry.attempts : frame.retry_count + 1,
      backoff: retry.backoff,
      cache_lifetime_s: cacheLifetimeS,
      timeout_ms: timeoutMs,
    },
    async call(mapped, args, paced = node) {
      const started = performance.now();
      const record = (part: Pick<ResearchToolCall, 'status' | 'rows' | 'cache_hit' | 'error'>) => {
        const latency_ms = Math.round(performance.now() - started);
        const { tool } = mapped;
        const call = {
          id: randomUUID(),
          node: paced,
          tool,
          arguments: { ...args },
          latency_ms,
          ...part,
        };
        run.calls.push(call);
        context.emit({ type: 'tool_end', call });
      };
      try {
        context.emit({ type: 'tool_start', tool: mapped.tool });
        const answer = await context.pace.run(paced, run.inTime, () =>
          context.callTool(
            mapped.tool,
            { ...args },
            {
              token: context.token,
              requestId: context.runId,
              signal: run.inTime,
              timeoutMs: Math.max(1, deadlineAt - Date.now()),
            },
          ),
        );
        const output = readAnswer(mapped, answer);
        record({ status: 'ok', error: null, ...measure(output) });
        const { fetched_at } = output as { readonly fetched_at?: string };
        if (fetched_at) run.onFetched(fetched_at);
        return output;
      } catch (error) {
        const { code } = describeFailure(run.inTime.aborted ? toLate(error) : error);
        record({ status: 'error', rows: 0, cache_hit: false, error: code });
        throw error;
      }
    },
  };
}

function measure(output: unknown): Pick<ResearchToolCall, 'rows' | 'cache_hit'> {
  const { rows, cache_hit, results } = output as {
    rows?: number;
    cache_hit?: boolean;
    results?: readonly unknown[];
  };
  return { rows: rows ?? results?.length ?? 0, cache_hit: cache_hit ?? false };
}

function readAnswer<Output extends z.ZodType>(
  { output, tool }: MappedTool<Output>,
  answer: CallToolResult,
): z.output<Output> {
  if (answer.isError) throw readToolFailure(answer);
  const read = output.safeParse(answer.structuredContent);
  if (!read.success) {
    throw new AppError('upstream_failed', `${tool} gave an answer that cannot be read.`, {
      cause: read.error,
    });
  }
  return read.data;
}

export function toLate(cause: unknown): AppError {
  return new AppError('deadline_exceeded', 'It did not answer in time.', { cause });
}

/** Converts an error to the form of the state. */
export function describeFailure(error: unknown): {
  readonly code: string;
  readonly message: string;
  readonly tries?: number;
} {
  const known = error instanceof AppError ? error : new AppError('service_unavailable');
  const { code, message, details } = known;
  return { code, message, ...(typeof details?.tries === 'number' && { tries: details.tries }) };
}

interface RecordsRead {
  /** Records that were asked for. */
  readonly ids: readonly string[];
  /** Records that were read, and ids of which there is none. */
  readonly known: readonly string[];
  readonly neverFetched: readonly string[];
}

/** Returns the failure for records that were asked for by their ids and not read, if any. */
export function listUnread({ ids, known, neverFetched }: RecordsRead): NodeFailure | undefined {
  const unread = ids.filter((id) => !known.includes(id) && !neverFetched.includes(id));
  const parts = [
    neverFetched.length > 0 && `Never fetched: ${neverFetched.join(', ')}.`,
    unread.length > 0 && `Records that could not be read: ${unread.join(', ')}.`,
  ].filter(Boolean);
  if (parts.length === 0) return undefined;
  return { code: unread.length > 0 ? 'upstream_failed' : 'not_cached', message: parts.join(' ') };
}

/** The tools of the MCP service that the nodes call, with what they answer. */
export const toolMapping = {
  pubmed_search: { search: { tool: 'pubmed_search', output: pubmedSearchOutputSchema } },
  pubmed_get: { get: { tool: 'pubmed_get', output: pubmedGetOutputSchema } },
  ctgov_search: {
    search: { tool: 'clinicaltrials_search', output: clinicalTrialsSearchOutputSchema },
    get: { tool: 'clinicaltrials_get', output: clinicalTrialsGetOutputSchema },
  },
  rag_search: { search: { tool: 'search_documents', output: searchDocumentsOutputSchema } },
} as const;

/** Reads a failure in the tools' common form, or in that of `search_documents`. */
export function readToolFailure({ content }: CallToolResult): AppError {
  const [part] = content;
  let failure: {
    error?: unknown;
    message?: unknown;
    details?: { reason?: unknown; tries?: unknown };
  } = {};
  try {
    failure = JSON.parse(part?.type === 'text' ? part.text : '');
  } catch {
    // No JSON: the tool is not one of ours, or is not offered.
  }
  const { error, message, details } = failure;
  if (error === 'search_failed') {
    return new AppError(searchFailures[String(details?.reason)] ?? 'search_unavailable');
  }
  if (!isErrorCode(error)) return new AppError('upstream_failed');
  const { tries } = details ?? {};
  return new AppError(error, typeof message === 'string' ? message : undefined, {
    ...(typeof tries === 'number' && { details: { tries } }),
  });
}

/** Codes for the reasons that `search_documents` gives. */
const searchFailures: Readonly<Record<string, ErrorCode>> = {
  invalid_collection: 'collection_not_found',
  invalid_query: 'invalid_request',
  not_allowed: 'forbidden',
  rate_limited: 'rate_limited',
  search_timeout: 'deadline_exceeded',
};
