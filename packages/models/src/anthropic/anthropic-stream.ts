import type Anthropic from '@anthropic-ai/sdk';
import type {
  MessageCreateParamsStreaming,
  RawMessageStreamEvent,
  StopReason,
  Usage,
} from '@anthropic-ai/sdk/resources/messages';
import { failOnSilence } from '../fail-on-silence.ts';
import type { ModelEvent } from '../language-model.ts';
import { createEarlyEndError } from '../model-api-error.ts';
import { ToolCallCollector } from '../tool-call-collector.ts';
import { toAnthropicError } from './anthropic-error.ts';
import { mapAnthropicFinishReason } from './map-anthropic-finish-reason.ts';

export interface AnthropicConnection {
  readonly client: Anthropic;
  /** Maximum time to the first event and between events. */
  readonly timeoutMs: number;
}

/**
 * Yields the events of one streamed message, without its thinking.
 *
 * @throws ModelApiError, or the signal's reason when that is aborted.
 */
export async function* streamAnthropic(
  { client, timeoutMs }: AnthropicConnection,
  body: MessageCreateParamsStreaming,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const events = failOnSilence<RawMessageStreamEvent>(
    async (watched) => client.messages.create(body, { signal: watched }),
    { timeoutMs, signal, toError: toAnthropicError },
  );
  const toolCalls = new ToolCallCollector();
  let promptTokens = 0;
  let completionTokens = 0;
  let stopReason: StopReason | undefined;
  for await (const event of events) {
    switch (event.type) {
      case 'message_start':
        promptTokens = countPromptTokens(event.message.usage);
        break;
      case 'content_block_start': {
        const { content_block: block, index } = event;
        if (block.type === 'tool_use') toolCalls.add(index, { id: block.id, name: block.name });
        if (block.type === 'text' && block.text) yield { type: 'text', text: block.text };
        break;
      }
      case 'content_block_delta': {
        const { delta, index } = event;
        if (delta.type === 'input_json_delta' && toolCalls.has(index)) {
          toolCalls.add(index, { text: delta.partial_json });
        }
        if (delta.type === 'text_delta' && delta.text) yield { type: 'text', text: delta.text };
        break;
      }
      case 'message_delta':
        completionTokens = event.usage.output_tokens;
        stopReason = event.delta.stop_reason ?? stopReason;
    }
  }
  if (!stopReason) throw createEarlyEndError();
  for (const call of toolCalls.finish()) yield { type: 'tool_call', call };
  const usage = { promptTokens, completionTokens };
  yield { type: 'finish', reason: mapAnthropicFinishReason(stopReason), usage };
}

/** Tokens that the API read from its cache are part of the prompt too. */
function countPromptTokens(usage: Usage): number {
  return (
    usage.input_tokens +
    (usage.cache_creation_input_tokens ?? 0) +
    (usage.cache_read_input_tokens ?? 0)
  );
}
