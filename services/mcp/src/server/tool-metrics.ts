import type { Metrics } from '@lectern/service';

/** Records the number and duration of tool calls by tool and outcome. */
export interface ToolMetrics {
  observe(tool: string, outcome: 'ok' | 'error', durationMs: number): void;
}

export function createToolMetrics(metrics: Metrics): ToolMetrics {
  const durations = metrics.histogram({
    name: 'lectern_mcp_tool_call_duration_seconds',
    help: 'Duration of tool calls.',
    labels: ['tool', 'outcome'],
  });
  return {
    observe: (tool, outcome, durationMs) => durations.observe({ tool, outcome }, durationMs / 1000),
  };
}
