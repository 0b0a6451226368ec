import type { ModelUsage } from '@lectern/models';
import type { Metrics } from '@lectern/service';
import type { StoredToolCall } from '../ports/stored-tool-call.ts';
import type { TurnOutcome } from '../turns/turn.ts';

/** Creates the metrics of chat turns. */
export interface TurnMetrics {
  observeTurn(outcome: TurnOutcome, durationMs: number): void;
  observeToolCall(call: StoredToolCall): void;
  countTokens(usage: ModelUsage): void;
}

export function createTurnMetrics(metrics: Metrics): TurnMetrics {
  const turns = metrics.histogram({
    name: 'lectern_turn_duration_seconds',
    help: 'Duration of chat turns, by how they ended.',
    labels: ['status', 'abstained'],
  });
  const toolCalls = metrics.histogram({
    name: 'lectern_tool_call_duration_seconds',
    help: 'Duration of tool calls.',
    labels: ['tool', 'status'],
  });
  const tokens = metrics.counter({
    name: 'lectern_model_tokens_total',
    help: 'Tokens as the model counts them.',
    labels: ['kind'],
  });
  return {
    observeTurn: ({ status, abstained }, durationMs) =>
      turns.observe({ status, abstained: String(abstained) }, durationMs / 1000),
    observeToolCall: ({ tool, status, duration_ms }) =>
      toolCalls.observe({ tool, status }, duration_ms / 1000),
    countTokens: ({ promptTokens, completionTokens }) => {
      tokens.inc({ kind: 'prompt' }, promptTokens);
      tokens.inc({ kind: 'completion' }, completionTokens);
    },
  };
}
