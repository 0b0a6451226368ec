import type { ContentBlockParam, MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { ModelMessage } from '../language-model.ts';

/** Returns the conversation without its system messages. Tool results of one step become one message. */
export function toAnthropicMessages(messages: readonly ModelMessage[]): MessageParam[] {
  const turns: { role: 'user' | 'assistant'; content: ContentBlockParam[] }[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = toBlocks(message);
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else if (content.length > 0) turns.push({ role, content });
  }
  return turns;
}

// The API refuses empty texts.
function toBlocks(message: ModelMessage): ContentBlockParam[] {
  const { role, content } = message;
  if (role === 'tool') return [{ type: 'tool_result', tool_use_id: toId(message.callId), content }];
  const images = role === 'user' ? (message.images ?? []) : [];
  const text: ContentBlockParam[] = content.trim() === '' ? [] : [{ type: 'text', text: content }];
  const calls = role === 'assistant' ? (message.toolCalls ?? []) : [];
  return [
    ...images.map(({ mediaType, base64 }) => ({
      type: 'image' as const,
      source: { type: 'base64' as const, media_type: mediaType, data: base64 },
    })),
    ...text,
    ...calls.map(({ id, name, arguments: input }) => ({
      type: 'tool_use' as const,
      id: toId(id),
      name,
      input: isObject(input) ? input : {},
    })),
  ];
}

/** Replaces characters that the API refuses; ids may come from another program. */
function toId(id: string): string {
  return id.replace(/[^\w-]/g, '_');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
