import { randomUUID } from 'node:crypto';
import { AppError, type ResearchFrame, type ResearchToolCall } from '@lectern/contracts';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { z } from 'zod';
import type { LookupNode } from '../node-registry.ts';
import { readToolFailure } from '../read-tool-failure.ts';
import type { ResearchContext } from '../research-context.ts';

/** A tool with the schema of its answer. */
export interface MappedTool<Output extends z.ZodType> {
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
export interface LookupRun {
  readonly context: ResearchContext;
  readonly inTime: AbortSignal;
  readonly timeoutMs: number;
  readonly calls: (ResearchToolCall & { readonly id: string })[];
  /** Receives the time at which the oldest part of each answer was fetched. */
  readonly onFetched: (fetchedAt: string) => void;
}

/** Creates the tools of a node, with an event and a record for each call. */
export function createLookup(node: LookupNode, frame: ResearchFrame, run: LookupRun): Lookup {
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
