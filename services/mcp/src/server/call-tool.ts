import { markFailed, withSpan } from '@lectern/service';
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { toToolCall } from '../calls/tool-call.ts';
import type { Tool } from '../tools/tool.ts';
import type { ToolMetrics } from './tool-metrics.ts';

/** Runs a tool for a request of the SDK in a span and records its metrics. */
export async function callTool(
  tool: Tool,
  input: unknown,
  { context, metrics }: { readonly context: ServerContext; readonly metrics: ToolMetrics },
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
