import type { ModelRequest } from '../../ports/language-model.ts';

/**
 * The body of a chat completion. Tools are left out with `none`, since some servers keep them in
 * the prompt, and a choice never names a function, since some servers ignore that: who wants one
 * tool called offers it alone with `required`.
 */
export function toCompletionBody(name: string, request: ModelRequest): Record<string, unknown> {
  const choice = request.toolChoice ?? 'none';
  const tools = choice === 'none' ? [] : (request.tools ?? []);
  return {
    model: name,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    temperature: request.temperature ?? 0,
    stream: true,
    stream_options: { include_usage: true },
    ...(request.maxTokens !== undefined && { max_tokens: request.maxTokens }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
      tool_choice: choice,
    }),
  };
}
