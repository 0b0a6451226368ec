import type {
  RawMessageStreamEvent,
  StopReason,
  Usage,
} from '@anthropic-ai/sdk/resources/messages';
import type { FinishReason, ModelToolCall, ModelUsage } from '@lectern/answering';

/** Joins the events of a streamed message. Thinking is left out. */
export class AnswerCollector {
  readonly #calls = new Map<number, { id: string; name: string; text: string }>();
  #promptTokens = 0;
  #completionTokens = 0;
  #stopReason: StopReason | undefined;

  /** Gives the text that the event brings. */
  add(event: RawMessageStreamEvent): string | undefined {
    switch (event.type) {
      case 'message_start':
        this.#promptTokens = countPrompt(event.message.usage);
        return undefined;
      case 'content_block_start': {
        const { content_block: block, index } = event;
        if (block.type === 'tool_use')
          this.#calls.set(index, { id: block.id, name: block.name, text: '' });
        return block.type === 'text' ? block.text : undefined;
      }
      case 'content_block_delta': {
        const { delta, index } = event;
        const call = this.#calls.get(index);
        if (delta.type === 'input_json_delta' && call) call.text += delta.partial_json;
        return delta.type === 'text_delta' ? delta.text : undefined;
      }
      case 'message_delta':
        this.#completionTokens = event.usage.output_tokens;
        this.#stopReason = event.delta.stop_reason ?? this.#stopReason;
        return undefined;
      default:
        return undefined;
    }
  }

  /** Undefined where the stream ended before the message did. */
  finish(): { calls: ModelToolCall[]; reason: FinishReason; usage: ModelUsage } | undefined {
    if (!this.#stopReason) return undefined;
    return {
      calls: [...this.#calls.values()].map(({ id, name, text }) => ({
        id,
        name,
        arguments: parse(text),
      })),
      reason: toFinishReason(this.#stopReason),
      usage: { promptTokens: this.#promptTokens, completionTokens: this.#completionTokens },
    };
  }
}

/** What was read from a cache of the API is part of the prompt as well. */
function countPrompt(usage: Usage): number {
  return (
    usage.input_tokens +
    (usage.cache_creation_input_tokens ?? 0) +
    (usage.cache_read_input_tokens ?? 0)
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    return undefined;
  }
}

function toFinishReason(reason: StopReason): FinishReason {
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
