import type { FinishReason } from '../language-model.ts';

export function mapOpenaiFinishReason(reason: string): FinishReason {
  switch (reason) {
    case 'length':
    // Mistral's word for a full context.
    case 'model_length':
      return 'length';
    case 'tool_calls':
    case 'function_call':
      return 'tool_calls';
    default:
      return 'stop';
  }
}
