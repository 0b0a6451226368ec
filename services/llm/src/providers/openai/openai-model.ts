import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@lectern/contracts';
import type {
  FinishReason,
  LanguageModel,
  ModelEvent,
  ModelRequest,
  ModelUsage,
} from '@lectern/grounding';
import { ToolCallCollector } from './collect-tool-calls.ts';
import { examineApi } from './examine-api.ts';
import { OpenaiError } from './openai-error.ts';
import { type StreamOptions, streamCompletion } from './stream-completion.ts';
import { toCompletionBody } from './to-completion-body.ts';

export interface OpenaiModelOptions extends StreamOptions {
  readonly name: string;
  /** Waited before the first retry, doubled for the next. Default 500. */
  readonly retryDelayMs?: number;
}

/** Tries after the first one, made only while nothing was given out. */
const retries = 2;
const maxRetryDelayMs = 10_000;

/** A model behind an OpenAI-compatible chat completions API. */
export function createOpenaiModel(options: OpenaiModelOptions): LanguageModel {
  const { name, retryDelayMs = 500 } = options;
  const refused = new Set<string>();
  return {
    provider: 'openai',
    name,
    toolChoices: ['none', 'auto', 'required'],
    examine: (signal) => examineApi(options, signal),
    async *generate(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
      let attempt = 0;
      for (;;) {
        let started = false;
        try {
          for await (const event of generateOnce(options, request, refused, signal)) {
            started = true;
            yield event;
          }
          return;
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof OpenaiError)) throw error;
          if (error.refusedParameter && !refused.has(error.refusedParameter)) {
            refused.add(error.refusedParameter);
            continue;
          }
          if (started || attempt === retries || !error.retryable) {
            throw new AppError('model_unavailable', undefined, {
              cause: error,
              details: { reason: error.problem },
            });
          }
          const wait = error.retryAfterMs ?? retryDelayMs * 2 ** attempt;
          attempt += 1;
          await delay(Math.min(wait, maxRetryDelayMs), undefined, { signal });
        }
      }
    },
  };
}

async function* generateOnce(
  options: OpenaiModelOptions,
  request: ModelRequest,
  refused: ReadonlySet<string>,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const toolCalls = new ToolCallCollector();
  let reason: FinishReason | undefined;
  let usage: ModelUsage | undefined;
  const body = toCompletionBody(options.name, request, refused);
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
    throw new OpenaiError('the model API ended its stream early', {
      problem: 'wrong_answer',
      retryable: true,
    });
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
