import type { ModelImage, ModelMessage, ModelToolCall } from '../language-model.ts';

export function toOpenaiMessages(messages: readonly ModelMessage[]): Record<string, unknown>[] {
  return messages.map(toMessage);
}

function toMessage(message: ModelMessage): Record<string, unknown> {
  const { role, content } = message;
  switch (role) {
    case 'tool':
      return { role, tool_call_id: message.callId, content };
    case 'assistant':
      return message.toolCalls
        ? { role, content, tool_calls: message.toolCalls.map(toCall) }
        : { role, content };
    case 'user':
      return { role, content: message.images ? toParts(content, message.images) : content };
    default:
      return { role, content };
  }
}

function toParts(text: string, images: readonly ModelImage[]): Record<string, unknown>[] {
  return [
    ...images.map(({ mediaType, base64 }) => ({
      type: 'image_url',
      image_url: { url: `data:${mediaType};base64,${base64}` },
    })),
    { type: 'text', text },
  ];
}

function toCall({ id, name, arguments: given }: ModelToolCall): Record<string, unknown> {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(given ?? {}) } };
}
