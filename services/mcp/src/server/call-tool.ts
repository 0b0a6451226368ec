import { AppError } from '@lectern/contracts';
import { markFailed, withSpan } from '@lectern/service';
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import type { Tool, ToolCall } from '../tools/tool.ts';
import { readCaller } from './caller.ts';
import type { ToolMetrics } from './tool-metrics.ts';

/** Runs a tool for a request of the SDK, in a span, and counts it. */
export async function callTool(
  tool: Tool,
  input: unknown,
  context: ServerContext,
  metrics: ToolMetrics,
): Promise<CallToolResult> {
  const call = toToolCall(context);
  const started = performance.now();
  const result = await withSpan(`tools/call ${tool.name}`, {}, async (span) => {
    const outcome = await tool.run(input, call);
    if (outcome.isError) markFailed(span, 'tool_error');
    return outcome;
  });
  metrics.observe(tool.name, result.isError ? 'error' : 'ok', performance.now() - started);
  return result;
}

/** Who sent a request of the SDK, and how long they wait. Throws `unauthorized`. */
export function toToolCall(context: ServerContext): ToolCall {
  const caller = readCaller(context.http?.authInfo);
  if (!caller) throw new AppError('unauthorized');
  return { ...caller, signal: context.mcpReq.signal };
}
