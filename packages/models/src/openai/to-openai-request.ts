import type { ModelRequest } from '../language-model.ts';
import { toOpenaiMessages } from './to-openai-messages.ts';

/**
 * Returns the body of a chat completion. Tools are left out with `none`, since some servers put them
 * into the prompt. A choice never names a function, since some servers ignore that: a caller that
 * wants one tool called offers it alone with `required`. Parameters that the model refused before
 * are left out or sent under their newer name.
 */
export function toOpenaiRequest(
  name: string,
  {
    messages,
    tools,
    toolChoice = 'none',
    temperature = 0,
    maxTokens,
    responseSchema,
    stream = true,
  }: ModelRequest,
  refused: ReadonlySet<string>,
): Record<string, unknown> {
  const limitName = refused.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens';
  const offered = toolChoice === 'none' ? [] : (tools ?? []);
  return {
    model: name,
    messages: toOpenaiMessages(messages),
    ...(!refused.has('temperature') && { temperature }),
    stream,
    ...(stream && !refused.has('stream_options') && { stream_options: { include_usage: true } }),
    ...(maxTokens !== undefined && { [limitName]: maxTokens }),
    ...(responseSchema && {
      response_format: {
        type: 'json_schema',
        json_schema: { name: responseSchema.name, schema: responseSchema.schema, strict: true },
      },
    }),
    ...(offered.length > 0 && {
      tools: offered.map((tool) => ({
        type: 'function',
        function: {
          name: tool.name,
          description: tool.description,
          parameters: tool.parameters,
        },
      })),
      tool_choice: toolChoice,
    }),
  };
}
