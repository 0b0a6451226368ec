import type Anthropic from '@anthropic-ai/sdk';
import type {
  MessageCreateParamsStreaming,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages';
import type { ModelEvent } from '@lectern/answering';
import { createEarlyEndError, createSilenceError } from '../model-api-error.ts';
import { watchSilence } from '../watch-silence.ts';
import { AnswerCollector } from './collect-answer.ts';
import { toApiError } from './to-api-error.ts';

export interface StreamOptions {
  readonly client: Anthropic;
  /** To the first event and between events. */
  readonly timeoutMs: number;
}

/**
 * One streamed message.
 * @throws ModelApiError, or the signal's reason when that is aborted.
 */
export async function* streamMessage(
  { client, timeoutMs }: StreamOptions,
  body: MessageCreateParamsStreaming,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const silence = watchSilence(timeoutMs);
  const answer = new AnswerCollector();
  try {
    const events: AsyncIterable<RawMessageStreamEvent> = await client.messages.create(body, {
      signal: AbortSignal.any([signal, silence.signal]),
    });
    for await (const event of events) {
      silence.heard();
      const text = answer.add(event);
      if (text) yield { type: 'text', text };
      silence.heard();
    }
    // The library ends an aborted stream as if it were complete.
    signal.throwIfAborted();
    if (silence.signal.aborted) throw createSilenceError(timeoutMs);
  } catch (error) {
    signal.throwIfAborted();
    if (silence.signal.aborted) throw createSilenceError(timeoutMs);
    throw toApiError(error);
  } finally {
    silence.stop();
  }
  const last = answer.finish();
  if (!last) throw createEarlyEndError();
  for (const call of last.calls) yield { type: 'tool_call', call };
  yield { type: 'finish', reason: last.reason, usage: last.usage };
}
