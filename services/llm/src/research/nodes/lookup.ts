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
import { deadlineOf, type LookupNode, storedReserveMs } from '../node-registry.ts';
import {
  emitNode,
  type MadeToolCall,
  type ResearchContext,
  type ResearchNodeRuntime,
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
  { state, runtime }: { readonly state: ResearchStateValue; readonly runtime: ResearchNodeRuntime },
  work: (lookup: Lookup) => Promise<LookupResult>,
): Promise<ResearchStateUpdate> {
  const { context, signal } = runtime;
  const frame = requireFrame(state);
  if (state.completed.includes(node)) return {};
  const policy = context.registry[node];
  const deadlineMs = deadlineOf(node, policy, readBudget(context, frame.time_budget_ms));
  // After its deadline a node may still read stored answers.
  const isStored = policy.cache_lifetime_s > 0 && frame.fetch_policy === 'cache_then_network';
  const isStoredOnly = isStored && deadlineMs < storedReserveMs;
  const timeoutMs = isStoredOnly ? storedReserveMs : Math.floor(deadlineMs);
  const calls: MadeToolCall[] = [];
  const started = performance.now();
  emitNode(context, { node, status: 'started' });
  return withSpan(`research ${node}`, {}, async (span) => {
    let isFresh = true;
    const oldest = Date.now() - policy.cache_lifetime_s * 1_000;
    const onFetched = (fetchedAt: string) => {
      isFresh &&= Date.parse(fetchedAt) >= oldest;
    };
    let result: LookupResult = { update: {}, failure: timeUp };
    try {
      if (timeoutMs > 0) {
        const asked = isStoredOnly ? { ...frame, fetch_policy: 'cache_only' as const } : frame;
        result = await withinTime({ signal, timeoutMs, late: toLate }, (inTime) =>
          work(createLookup(node, asked, { context, inTime, timeoutMs, calls, onFetched })),
        );
      }
    } catch (error) {
      signal.throwIfAborted();
      result = { update: {}, failure: describeFailure(error) };
    }
    const { update } = result;
    const failure = isStoredOnly && (result.failure || !isFresh) ? timeUp : result.failure;
    const own = calls.filter((call) => call.node === node);
    const hits = own.filter(({ status }) => status === 'ok');
    const cache_hit = hits.length > 0 && hits.every((call) => call.cache_hit);
    const latency_ms = Math.round(performance.now() - started);
    // Two searches of the own documents find the same passages.
    const passages = Array.isArray(update.rag_results) ? update.rag_results.length : undefined;
    const rows = passages ?? own.reduce((sum, call) => sum + call.rows, 0);
    const ownFailure = failure?.of === undefined ? failure : undefined;
    emitNode(context, {
      node,
      status: ownFailure ? 'failed' : 'done',
      latency_ms,
      rows,
      cache_hit,
      error: ownFailure?.code ?? null,
    });
    if (failure) markFailed(span, failure.code);
    span.setAttributes({ cache_hit, rows, latency_ms });
    const tries = failure?.tries ?? calls.length;
    return {
      ...update,
      node_path: [node],
      tool_calls_made: calls,
      latencies: { [node]: latency_ms },
      cache_hits: { [node]: cache_hit },
      errors: { [node]: failure ? { ...failure, at: new Date().toISOString(), tries } : null },
      ...(!failure && { completed: [node] }),
    };
  });
}

const timeUp: NodeFailure = {
  code: 'time_budget',
  message: 'The time was up before it could be asked.',
};

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
    args: Record<string, unknown>,
    paced?: LookupNode,
  ): Promise<z.output<Output>>;
}

/** State that the calls of one lookup share. */
interface LookupRun {
  readonly context: ResearchContext;
  readonly inTime: AbortSignal;
  readonly timeoutMs: number;
  readonly calls: MadeToolCall[];
  /** Receives the time at which the oldest part of each answer was fetched. */
  readonly onFetched: (fetchedAt: string) => void;
}

/** Creates the tools of a node, with an event and a record for each call. */
function createLookup(node: LookupNode, frame: ResearchFrame, run: LookupRun): Lookup {
  const { context } = run;
  const { retry, cache_lifetime_s, timeout_ms } = context.registry[node];
  const deadlineAt = Date.now() + run.timeoutMs;
  return {
    frame,
    deadlineAt,
    fetchOptions: {
      fetch_policy: frame.fetch_policy,
      max_attempts: frame.retry_count === null ? retry.attempts : frame.retry_count + 1,
      backoff: retry.backoff,
      cache_lifetime_s,
      timeout_ms,
    },
    async call(mapped, args, paced = node) {
      const started = performance.now();
      const { tool } = mapped;
      const record = (part: Pick<ResearchToolCall, 'status' | 'rows' | 'cache_hit' | 'error'>) => {
        const latency_ms = Math.round(performance.now() - started);
        const call = { id: randomUUID(), node: paced, tool, arguments: args, latency_ms, ...part };
        run.calls.push(call);
        context.emit({ type: 'tool_end', call });
      };
      try {
        context.emit({ type: 'tool_start', tool });
        const answer = await context.pace.run(paced, run.inTime, () => {
          const timeoutMs = Math.max(1, deadlineAt - Date.now());
          const { token, runId: requestId } = context;
          return context.callTool(tool, args, { token, requestId, signal: run.inTime, timeoutMs });
        });
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
export function describeFailure(error: unknown): Pick<NodeFailure, 'code' | 'message' | 'tries'> {
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
