import type { FinishReason, LanguageModel, ModelEvent, ModelUsage } from '@lectern/answering';
import { generateWithRetries } from '../generate-with-retries.ts';
import { createEarlyEndError } from '../model-api-error.ts';
import { ToolCallCollector } from './collect-tool-calls.ts';
import { examineApi } from './examine-api.ts';
import { type StreamOptions, streamCompletion } from './stream-completion.ts';
import { toCompletionBody } from './to-completion-body.ts';

export interface OpenaiModelOptions extends StreamOptions {
  readonly name: string;
  /** Waited before the first retry, doubled for the next. Default 500. */
  readonly retryDelayMs?: number;
}

/** A model behind an OpenAI-compatible chat completions API. */
export function createOpenaiModel(options: OpenaiModelOptions): LanguageModel {
  const { name, retryDelayMs = 500 } = options;
  const refused = new Set<string>();
  return {
    provider: 'openai',
    name,
    toolChoices: ['none', 'auto', 'required'],
    examine: (signal) => examineApi(options, signal),
    generate: (request, signal) =>
      generateWithRetries(
        () => generateOnce(options, toCompletionBody(name, request, refused), signal),
        { retryDelayMs, refused },
        signal,
      ),
  };
}

async function* generateOnce(
  options: OpenaiModelOptions,
  body: ReturnType<typeof toCompletionBody>,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const toolCalls = new ToolCallCollector();
  let reason: FinishReason | undefined;
  let usage: ModelUsage | undefined;
  for await (const chunk of streamCompletion(options, body, signal)) {
    if (chunk.usage) {
      usage = {
        promptTokens: chunk.usage.prompt_tokens,
        completionTokens: chunk.usage.completion_tokens,
      };
    }
    const choice = chunk.choices?.[0];
    if (choice?.delta?.content) yield { type: 'text', text: choice.delta.content };
    for (const delta of choice?.delta?.tool_calls ?? []) toolCalls.add(delta);
    if (choice?.finish_reason) reason = toFinishReason(choice.finish_reason);
  }
  if (!reason) {
    throw createEarlyEndError();
  }
  for (const call of toolCalls.finish()) yield { type: 'tool_call', call };
  yield { type: 'finish', reason, ...(usage && { usage }) };
}

function toFinishReason(word: string): FinishReason {
  switch (word) {
    case 'length':
      return 'length';
    case 'tool_calls':
    case 'function_call':
      return 'tool_calls';
    default:
      return 'stop';
  }
}
