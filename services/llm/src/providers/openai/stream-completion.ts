import { EventSourceParserStream } from 'eventsource-parser/stream';
import { type CompletionChunk, completionChunkSchema } from './openai-api.ts';
import { OpenaiError, toNetworkError, toStatusError } from './openai-error.ts';

export interface StreamOptions {
  /** With its version path, for example `http://127.0.0.1:8099/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** To the first event and between events. */
  readonly timeoutMs: number;
}

/**
 * One streamed chat completion, event by event.
 * @throws OpenaiError, or the signal's reason when that is aborted.
 */
export async function* streamCompletion(
  { baseUrl, apiKey, timeoutMs }: StreamOptions,
  body: Record<string, unknown>,
  signal: AbortSignal,
): AsyncGenerator<CompletionChunk> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), timeoutMs);
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), timeoutMs);
  };
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
      restart();
      if (data === '[DONE]') return;
      yield readChunk(data);
      restart();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (silence.signal.aborted) {
      throw new OpenaiError(`the model API was silent for ${timeoutMs} ms`, {
        problem: 'too_slow',
        retryable: true,
      });
    }
    throw toNetworkError(error);
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

function readChunk(data: string): CompletionChunk {
  const wrong = new OpenaiError('the model API sent an event of unknown form', {
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
    throw new OpenaiError('the model API sent an error in its stream', {
      problem: 'overloaded',
      retryable: true,
    });
  }
  return chunk.data;
}
