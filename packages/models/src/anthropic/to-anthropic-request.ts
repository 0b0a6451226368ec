import type {
  MessageCreateParams,
  MessageCreateParamsStreaming,
  Tool,
} from '@anthropic-ai/sdk/resources/messages';
import type { ModelMessage, ModelRequest, ModelTool, ToolChoice } from '../language-model.ts';
import { toAnthropicMessages } from './to-anthropic-messages.ts';

/** Answer tokens where the caller sets no limit, since the API requires one; every model accepts it. */
const defaultMaxTokens = 4_096;

/**
 * Returns the body of a message. It has no temperature, since newer models refuse one. Thinking is
 * disabled, since its signed blocks would have to be sent back with each tool result. Parameters that
 * the model refused before are left out or reduced.
 */
export function toAnthropicRequest(
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
    messages: toAnthropicMessages(messages),
    max_tokens: refused.has('max_tokens') ? Math.min(maxTokens, defaultMaxTokens) : maxTokens,
    stream: true,
    ...(system && { system }),
    ...(!refused.has('thinking') && { thinking: { type: 'disabled' } }),
    ...(request.responseSchema && {
      output_config: {
        format: { type: 'json_schema', schema: { ...request.responseSchema.schema } },
      },
    }),
    ...toToolParameters(request, refused),
  };
}

/**
 * With the choice `none` the tools of earlier calls stay declared, since the API requires the tools
 * of the calls in the conversation. A model that refuses `any` gets `auto`.
 */
function toToolParameters(
  { messages, tools = [], toolChoice = 'none' }: ModelRequest,
  refused: ReadonlySet<string>,
): Pick<MessageCreateParams, 'tools' | 'tool_choice'> {
  const declared = toolChoice === 'none' ? listCalledTools(messages, tools) : tools;
  if (declared.length === 0) return {};
  return { tools: declared.map(toTool), tool_choice: toChoice(toolChoice, refused) };
}

function toChoice(
  choice: ToolChoice,
  refused: ReadonlySet<string>,
): NonNullable<MessageCreateParams['tool_choice']> {
  switch (choice) {
    case 'required':
      return { type: refused.has('tool_choice') ? 'auto' : 'any' };
    default:
      return { type: choice };
  }
}

function listCalledTools(
  messages: readonly ModelMessage[],
  tools: readonly ModelTool[],
): ModelTool[] {
  const calls = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []) : [],
  );
  return [...new Set(calls.map(({ name }) => name))].map(
    (name) =>
      tools.find((tool) => tool.name === name) ?? { name, description: name, parameters: {} },
  );
}

function toTool({ name, description, parameters }: ModelTool): Tool {
  return { name, description, input_schema: { ...parameters, type: 'object' } };
}
