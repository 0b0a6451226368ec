import { randomUUID } from 'node:crypto';
import {
  AppError,
  isErrorCode,
  type ResearchFrame,
  type ResearchToolCall,
} from '@lectern/contracts';
import { markFailed, withinTime, withSpan } from '@lectern/service';
import type { z } from 'zod';
import type { ToolCallAnswer } from '../../ports/tool-caller.ts';
import { deadlineOf, type LookupNode, nodeRegistry } from '../node-registry.ts';
import { type ResearchContext, readBudget } from '../research-context.ts';
import type { ResearchStateUpdate, ResearchStateValue } from '../research-state.ts';

/** A tool with what it answers. */
export interface MappedTool<Output extends z.ZodType> {
  readonly tool: string;
  readonly output: Output;
}

/** What a lookup may do while its time lasts. */
export interface Lookup {
  readonly frame: ResearchFrame;
  /** Policy, tries and cache lifetime, for the tools that take them. */
  readonly fetchOptions: Readonly<Record<string, unknown>>;
  call<Output extends z.ZodType>(
    mapped: MappedTool<Output>,
    args: Readonly<Record<string, unknown>>,
  ): Promise<z.output<Output>>;
}

/** What a lookup brought. A `failure` beside results says what is missing of them. */
export interface LookupResult {
  readonly update: ResearchStateUpdate;
  readonly failure?: { readonly code: string; readonly message: string } | undefined;
}

/**
 * Runs a node that looks something up: within its deadline, told to the caller, in a span. Its
 * failure is part of the state, never an exception, so that the other branches go on.
 */
export async function runLookup(
  node: LookupNode,
  state: ResearchStateValue,
  { context, signal }: { readonly context: ResearchContext; readonly signal: AbortSignal },
  work: (lookup: Lookup) => Promise<LookupResult>,
): Promise<ResearchStateUpdate> {
  const frame = requireFrame(state);
  if (state.completed.includes(node)) return {};
  const { leftMs, budgetMs } = readBudget(context, frame.time_budget_ms);
  const timeoutMs = Math.floor(deadlineOf(node, leftMs, budgetMs));
  const calls: (ResearchToolCall & { readonly id: string })[] = [];
  const started = performance.now();
  const end = (failure: { code: string; message: string } | undefined): ResearchStateUpdate => {
    const latency = Math.round(performance.now() - started);
    const hits = calls.filter(({ status }) => status === 'ok');
    const cacheHit = hits.length > 0 && hits.every(({ cache_hit }) => cache_hit);
    context.emit({
      type: 'node',
      node: {
        node,
        status: failure ? 'failed' : 'done',
        latency_ms: latency,
        rows: calls.reduce((sum, { rows }) => sum + rows, 0),
        cache_hit: cacheHit,
        error: failure?.code ?? null,
      },
    });
    return {
      node_path: [node],
      tool_calls_made: calls,
      latencies: { [node]: latency },
      cache_hits: { [node]: cacheHit },
      errors: { [node]: failure ?? null },
      ...(!failure && { completed: [node] }),
    };
  };
  context.emit({
    type: 'node',
    node: { node, status: 'started', latency_ms: null, rows: null, cache_hit: null, error: null },
  });
  if (timeoutMs <= 0)
    return end({ code: 'time_budget', message: 'The time was up before it began.' });
  return withSpan(`research ${node}`, {}, async (span) => {
    let result: LookupResult | undefined;
    let failure: { code: string; message: string } | undefined;
    try {
      result = await withinTime({ signal, timeoutMs, late: toLate }, (inTime) =>
        work(createLookup(node, frame, context, { inTime, timeoutMs, calls })),
      );
      failure = result.failure;
    } catch (error) {
      signal.throwIfAborted();
      failure = describe(error);
    }
    const update = end(failure);
    if (failure) markFailed(span, failure.code);
    span.setAttributes({
      cache_hit: update.cache_hits ? Object.values(update.cache_hits).every(Boolean) : false,
      rows: calls.reduce((sum, { rows }) => sum + rows, 0),
      latency_ms: Math.round(performance.now() - started),
    });
    return { ...result?.update, ...update };
  });
}

export function requireFrame({ frame }: Pick<ResearchStateValue, 'frame'>): ResearchFrame {
  if (!frame) throw new Error('a run has a frame after parse_frame');
  return frame;
}

function createLookup(
  node: LookupNode,
  frame: ResearchFrame,
  context: ResearchContext,
  run: {
    readonly inTime: AbortSignal;
    readonly timeoutMs: number;
    readonly calls: (ResearchToolCall & { readonly id: string })[];
  },
): Lookup {
  const { retry, cacheLifetimeS } = nodeRegistry[node];
  const deadlineAt = Date.now() + run.timeoutMs;
  return {
    frame,
    fetchOptions: {
      fetch_policy: frame.fetch_policy,
      max_attempts: frame.retry_count === null ? retry.attempts : frame.retry_count + 1,
      backoff: retry.backoff,
      cache_lifetime_s: cacheLifetimeS,
    },
    async call(mapped, args) {
      const started = performance.now();
      const record = (part: Pick<ResearchToolCall, 'status' | 'rows' | 'cache_hit' | 'error'>) => {
        const latency_ms = Math.round(performance.now() - started);
        const { tool } = mapped;
        run.calls.push({
          id: randomUUID(),
          node,
          tool,
          arguments: { ...args },
          latency_ms,
          ...part,
        });
      };
      try {
        context.emit({ type: 'tool', tool: mapped.tool, arguments: { ...args } });
        const answer = await context.pace.run(node, run.inTime, () =>
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
        return output;
      } catch (error) {
        const { code } = describe(run.inTime.aborted ? toLate(error) : error);
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
  answer: ToolCallAnswer,
): z.output<Output> {
  if (answer.isError) throw readFailure(answer);
  const read = output.safeParse(answer.structuredContent);
  if (!read.success) {
    throw new AppError('upstream_failed', `${tool} gave an answer that cannot be read.`, {
      cause: read.error,
    });
  }
  return read.data;
}

/** A failure in the tools' common form, or in that of `search_documents`. */
function readFailure({ content }: ToolCallAnswer): AppError {
  const [part] = content;
  let failure: { error?: unknown; details?: { reason?: unknown } } = {};
  try {
    failure = JSON.parse(part?.text ?? '');
  } catch {
    // No JSON: the tool is not one of ours, or is not offered.
  }
  const { error, details } = failure;
  if (error === 'search_failed') {
    return new AppError(details?.reason === 'not_allowed' ? 'forbidden' : 'search_unavailable');
  }
  return new AppError(isErrorCode(error) ? error : 'upstream_failed');
}

function toLate(cause: unknown): AppError {
  return new AppError('deadline_exceeded', 'It did not answer in time.', { cause });
}

function describe(error: unknown): { code: string; message: string } {
  const known = error instanceof AppError ? error : new AppError('service_unavailable');
  return { code: known.code, message: known.message };
}
