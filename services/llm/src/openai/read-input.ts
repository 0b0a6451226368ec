import type {
  OpenAiChatRequest,
  OpenAiInputItem,
  OpenAiResponsesRequest,
} from '@lectern/contracts';

type Message = OpenAiChatRequest['messages'][number];

/** Returns the input of a response as chat messages. */
export function readInput(input: OpenAiResponsesRequest['input']): Message[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : input.map(toMessage);
}

function toMessage(item: OpenAiInputItem): Message {
  if ('role' in item) return { role: item.role as Message['role'], content: toText(item.content) };
  switch (item.type) {
    case 'function_call':
      return { role: 'assistant', content: '', tool_calls: [toCall(item)] };
    case 'function_call_output':
      return { role: 'tool', content: toText(item.output), tool_call_id: String(item.call_id) };
    default:
      // Reasoning is not part of the conversation.
      return { role: 'system', content: '' };
  }
}

function toCall({ call_id, name, arguments: given }: OpenAiInputItem) {
  return {
    id: String(call_id),
    type: 'function' as const,
    function: { name: String(name), arguments: String(given) },
  };
}

function toText(content: unknown): string {
  if (!Array.isArray(content)) return String(content);
  return content.map((part: { text: string }) => part.text).join('\n');
}
