import type { Metrics } from '@lectern/service';
import type { StoredToolCall } from '../ports/stored-tool-call.ts';
import type { TurnOutcome } from '../turns/turn.ts';
import type { ModelCall } from '../usage/model-usage.ts';

export interface TurnMetrics {
  observeTurn(outcome: TurnOutcome, durationMs: number): void;
  observeToolCall(call: StoredToolCall): void;
  countCall(call: Pick<ModelCall, 'hasFailed' | 'isEstimated' | 'tokensIn' | 'tokensOut'>): void;
}

/** Creates the metrics of chat turns and of model calls. */
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
    help: 'Tokens as the model counts them, or as they are estimated where it counts none.',
    labels: ['kind', 'estimated'],
  });
  const calls = metrics.counter({
    name: 'lectern_model_calls_total',
    help: 'Model calls; retries of the same call count once.',
    labels: ['outcome'],
  });
  return {
    observeTurn: ({ status, abstained }, durationMs) =>
      turns.observe({ status, abstained: String(abstained) }, durationMs / 1000),
    observeToolCall: ({ tool, status, duration_ms }) =>
      toolCalls.observe({ tool, status }, duration_ms / 1000),
    countCall: ({ hasFailed, isEstimated, tokensIn, tokensOut }) => {
      const estimated = String(isEstimated);
      calls.inc({ outcome: hasFailed ? 'failed' : 'ended' });
      tokens.inc({ kind: 'prompt', estimated }, tokensIn);
      tokens.inc({ kind: 'completion', estimated }, tokensOut);
    },
  };
}
