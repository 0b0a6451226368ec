import type { GuardedFetch } from '@lectern/service';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { z } from 'zod';
import { failOnSilence } from '../fail-on-silence.ts';
import type { FinishReason, ModelEvent, ModelUsage } from '../language-model.ts';
import {
  createEarlyEndError,
  createStreamError,
  createUnknownFormError,
  toNetworkError,
} from '../model-api-error.ts';
import { ToolCallCollector } from '../tool-call-collector.ts';
import { mapOpenaiFinishReason } from './map-openai-finish-reason.ts';
import { type CompletionChunk, completionChunkSchema } from './openai-api.ts';
import { toOpenaiError } from './openai-error.ts';

export interface OpenaiConnection {
  /** Address with its version path, for example `http://127.0.0.1:8099/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** Maximum time to the first event and between events. */
  readonly timeoutMs: number;
  /** Default: the global one. */
  readonly fetch?: GuardedFetch;
}

/**
 * Yields the events of one streamed chat completion.
 *
 * @throws ModelApiError, or the signal's reason when that is aborted.
 */
export async function* streamOpenai(
  connection: OpenaiConnection,
  body: Record<string, unknown>,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const { timeoutMs } = connection;
  const chunks = failOnSilence((watched) => openChunks(connection, body, watched), {
    timeoutMs,
    signal,
    toError: toNetworkError,
  });
  const toolCalls = new ToolCallCollector();
  let reason: FinishReason | undefined;
  let usage: ModelUsage | undefined;
  for await (const chunk of chunks) {
    if (chunk.usage) {
      usage = {
        promptTokens: chunk.usage.prompt_tokens,
        completionTokens: chunk.usage.completion_tokens,
      };
    }
    const choice = chunk.choices?.[0];
    const text = choice?.delta?.content || choice?.delta?.refusal;
    if (text) yield { type: 'text', text };
    for (const { index, id, function: called } of choice?.delta?.tool_calls ?? []) {
      toolCalls.add(index ?? 0, { id, name: called?.name, text: called?.arguments });
    }
    // Mistral and OpenRouter end a failed answer so.
    if (choice?.finish_reason === 'error') throw createStreamError();
    if (choice?.finish_reason) reason = mapOpenaiFinishReason(choice.finish_reason);
  }
  if (!reason) throw createEarlyEndError();
  for (const call of toolCalls.finish()) yield { type: 'tool_call', call };
  yield { type: 'finish', reason, ...(usage && { usage }) };
}

async function openChunks(
  { baseUrl, apiKey, fetch = globalThis.fetch }: OpenaiConnection,
  body: Record<string, unknown>,
  signal: AbortSignal,
): Promise<AsyncIterable<CompletionChunk>> {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(body),
    redirect: 'error',
    signal,
  });
  if (!response.ok || !response.body) throw await toOpenaiError(response);
  return body.stream === false ? readWhole(response) : readChunks(response.body);
}

/** Yields an answer that came in one piece as the chunk of a stream. */
async function* readWhole(response: Response): AsyncGenerator<CompletionChunk> {
  const { choices = [], ...answer } = wholeSchema.parse(parseJson(await response.text()));
  const [choice] = choices;
  const { tool_calls: calls, ...message } = choice?.message ?? {};
  const delta = {
    ...message,
    ...(Array.isArray(calls) && {
      tool_calls: calls.map((call, index) => ({ index, ...(call as object) })),
    }),
  };
  yield parseChunk({ ...answer, choices: choice ? [{ ...choice, delta }] : [] });
}

const wholeSchema = z
  .looseObject({
    choices: z.array(z.looseObject({ message: z.looseObject({}).optional() })).optional(),
  })
  .catch({});

async function* readChunks(body: NonNullable<Response['body']>): AsyncGenerator<CompletionChunk> {
  const events = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) {
    if (data === '[DONE]') return;
    yield parseChunk(parseJson(data));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw createUnknownFormError();
  }
}

function parseChunk(json: unknown): CompletionChunk {
  const chunk = completionChunkSchema.safeParse(json);
  if (!chunk.success) throw createUnknownFormError();
  if (chunk.data.error) throw createStreamError();
  return chunk.data;
}
