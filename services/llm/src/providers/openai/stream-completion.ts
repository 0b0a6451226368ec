import { EventSourceParserStream } from 'eventsource-parser/stream';
import { createSilenceError, ModelApiError, toNetworkError } from '../model-api-error.ts';
import { watchSilence } from '../watch-silence.ts';
import { type CompletionChunk, completionChunkSchema } from './openai-api.ts';
import { toStatusError } from './to-status-error.ts';

export interface StreamOptions {
  /** With its version path, for example `http://127.0.0.1:8099/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** To the first event and between events. */
  readonly timeoutMs: number;
}

/**
 * One streamed chat completion, event by event.
 * @throws ModelApiError, or the signal's reason when that is aborted.
 */
export async function* streamCompletion(
  { baseUrl, apiKey, timeoutMs }: StreamOptions,
  body: Record<string, unknown>,
  signal: AbortSignal,
): AsyncGenerator<CompletionChunk> {
  const silence = watchSilence(timeoutMs);
  try {
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok || !response.body) throw await toStatusError(response);
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    for await (const { data } of events) {
      silence.heard();
      if (data === '[DONE]') return;
      yield readChunk(data);
      silence.heard();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (silence.signal.aborted) throw createSilenceError(timeoutMs);
    throw toNetworkError(error);
  } finally {
    silence.stop();
  }
}

function readChunk(data: string): CompletionChunk {
  const wrong = new ModelApiError('the model API sent an event of unknown form', {
    problem: 'wrong_answer',
    retryable: false,
  });
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch {
    throw wrong;
  }
  const chunk = completionChunkSchema.safeParse(json);
  if (!chunk.success) throw wrong;
  if (chunk.data.error) {
    throw new ModelApiError('the model API sent an error in its stream', {
      problem: 'overloaded',
      retryable: true,
    });
  }
  return chunk.data;
}
