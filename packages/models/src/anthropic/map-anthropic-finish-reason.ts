import type { StopReason } from '@anthropic-ai/sdk/resources/messages';
import type { FinishReason } from '../language-model.ts';

export function mapAnthropicFinishReason(reason: StopReason): FinishReason {
  switch (reason) {
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'tool_use':
      return 'tool_calls';
    default:
      return 'stop';
  }
}
