import type { MessageCreateParams, Tool } from '@anthropic-ai/sdk/resources/messages';
import type { ModelMessage, ModelRequest, ModelTool } from '@lectern/answering';

/**
 * Tools and their choice. Where none may be called, those of earlier calls stay declared, since the
 * API wants the tools of the calls that it is shown. A model that refuses to be forced is asked.
 */
export function toToolParameters(
  { messages, tools = [], toolChoice = 'none' }: ModelRequest,
  refused: ReadonlySet<string>,
): Pick<MessageCreateParams, 'tools' | 'tool_choice'> {
  const declared = toolChoice === 'none' ? listCalledTools(messages, tools) : tools;
  if (declared.length === 0) return {};
  return { tools: declared.map(toTool), tool_choice: toChoice(toolChoice, refused) };
}

function toChoice(
  choice: NonNullable<ModelRequest['toolChoice']>,
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
