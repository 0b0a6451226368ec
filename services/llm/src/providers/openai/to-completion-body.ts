import type { ModelMessage, ModelRequest, ModelToolCall } from '@lectern/answering';

/**
 * The body of a chat completion. Tools are left out with `none`, since some servers keep them in
 * the prompt, and a choice never names a function, since some servers ignore that: who wants one
 * tool called offers it alone with `required`. Parameters that the model refused before are left
 * out or go by their newer name.
 */
export function toCompletionBody(
  name: string,
  request: ModelRequest,
  refused: ReadonlySet<string>,
): Record<string, unknown> {
  const limitName = refused.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens';
  const choice = request.toolChoice ?? 'none';
  const tools = choice === 'none' ? [] : (request.tools ?? []);
  return {
    model: name,
    messages: request.messages.map(toMessage),
    ...(!refused.has('temperature') && { temperature: request.temperature ?? 0 }),
    stream: true,
    ...(!refused.has('stream_options') && { stream_options: { include_usage: true } }),
    ...(request.maxTokens !== undefined && { [limitName]: request.maxTokens }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
      tool_choice: choice,
    }),
  };
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
    default:
      return { role, content };
  }
}

function toCall({ id, name, arguments: given }: ModelToolCall): Record<string, unknown> {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(given ?? {}) } };
}
