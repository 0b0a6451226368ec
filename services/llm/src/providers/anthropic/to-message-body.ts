import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages';
import type { ModelRequest } from '@lectern/answering';
import { toMessages } from './to-messages.ts';
import { toToolParameters } from './to-tool-parameters.ts';

/** Tokens of an answer where the caller sets no limit, since the API wants one; every model takes it. */
const defaultMaxTokens = 4_096;

/**
 * The body of a message. A temperature is never sent: newer models refuse it. Thinking is switched
 * off, since its signed blocks would have to come back with each tool's result. What the model
 * refused before is left out or made smaller.
 */
export function toMessageBody(
  name: string,
  request: ModelRequest,
  refused: ReadonlySet<string>,
): MessageCreateParamsStreaming {
  const { messages, maxTokens = defaultMaxTokens } = request;
  const system = messages
    .flatMap(({ role, content }) => (role === 'system' && content ? [content] : []))
    .join('\n\n');
  return {
    model: name,
    messages: toMessages(messages),
    max_tokens: refused.has('max_tokens') ? Math.min(maxTokens, defaultMaxTokens) : maxTokens,
    stream: true,
    ...(system && { system }),
    ...(!refused.has('thinking') && { thinking: { type: 'disabled' } }),
    ...toToolParameters(request, refused),
  };
}
