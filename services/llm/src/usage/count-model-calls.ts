import type { LanguageModel, ModelEvent, ModelRequest, ModelUsage } from '@lectern/models';
import { estimateTokens } from '@lectern/retrieval/text';
import type { ModelCall } from './model-usage.ts';

/** The measured part of a model call. */
export type MeasuredCall = Omit<ModelCall, 'owner' | 'connection' | 'model'>;

export interface CallListener {
  /**
   * Runs before a call.
   * @throws AppError `quota_exceeded`.
   */
  readonly admit: (signal: AbortSignal) => Promise<void>;
  /** Runs once for each call, also a failed or an abandoned one. Never rejects. */
  readonly onCall: (call: MeasuredCall) => Promise<void>;
  /** False for a model without tokens. */
  readonly hasTokens: boolean;
}

/** Wraps a model so that its calls are admitted and counted. A provider's own retries are one call. */
export function createCountedModel(
  model: LanguageModel,
  { admit, onCall, hasTokens }: CallListener,
): LanguageModel {
  return {
    ...model,
    async *generate(request, signal): AsyncGenerator<ModelEvent> {
      await admit(signal);
      const started = performance.now();
      let usage: ModelUsage | undefined;
      let written = '';
      let hasBegun = false;
      let hasFailed = false;
      try {
        for await (const event of model.generate(request, signal)) {
          hasBegun = true;
          if (event.type === 'text') written += event.text;
          if (event.type === 'tool_call') written += JSON.stringify(event.call);
          if (event.type === 'finish') usage = event.usage;
          yield event;
        }
      } catch (error) {
        hasFailed = !signal.aborted;
        throw error;
      } finally {
        const durationMs = performance.now() - started;
        // A server that refused the call before its first event used no tokens.
        const isEstimated = !usage && hasTokens && (hasBegun || !hasFailed);
        const tokens = usage ?? (isEstimated ? estimateUsage(request, written) : noTokens);
        await onCall({
          hasFailed,
          isEstimated,
          tokensIn: tokens.promptTokens,
          tokensOut: tokens.completionTokens,
          durationMs,
        });
      }
    },
  };
}

const noTokens: ModelUsage = { promptTokens: 0, completionTokens: 0 };

function estimateUsage({ messages, tools }: ModelRequest, written: string): ModelUsage {
  const prompt = messages.map((message) =>
    message.role === 'assistant' && message.toolCalls
      ? message.content + JSON.stringify(message.toolCalls)
      : message.content,
  );
  const offered = tools && tools.length > 0 ? JSON.stringify(tools) : '';
  return {
    promptTokens: estimateTokens([...prompt, offered].join('\n')),
    completionTokens: estimateTokens(written),
  };
}
