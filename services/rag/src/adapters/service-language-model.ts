import {
  AppError,
  completionEvents,
  type ErrorBody,
  type ErrorCode,
  insideEndpoints,
  isErrorCode,
  isModelProblem,
  readEvents,
} from '@lectern/contracts';
import type { LanguageModel, ModelEvent, ModelRequest } from '@lectern/models';
import { callService, type TokenSigner } from '@lectern/service';

export interface ServiceLanguageModelOptions {
  /** Base address of the llm service. */
  readonly url: string;
  readonly signer: TokenSigner;
}

/** Longer than every deadline of a turn, whose signal comes with the call. */
const maxAnswerMs = 330_000;
/** A stream of short events: about a hundred bytes for each word. */
const maxAnswerBytes = 64 * 1_048_576;

/** Creates a client of the llm service's bare model, over its internal completions route. */
export function createServiceLanguageModel({
  url,
  signer,
}: ServiceLanguageModelOptions): LanguageModel {
  return {
    provider: 'llm-service',
    // Read from each answer, since the service may change its model.
    name: 'llm-service',
    toolChoices: ['none'],
    // The service leaves the schema out where the chosen model does not honour it.
    honoursJsonSchema: true,
    async *generate(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
      const response = await post({ url, token: await signer.signService('rag') }, request, signal);
      try {
        for await (const { event, data } of readEvents(response, completionEvents)) {
          if (event === 'delta') yield { type: 'text', text: data.text };
          if (event === 'error') throw toModelError(data);
          if (event !== 'done') continue;
          const { finish_reason, model, usage } = data;
          yield {
            type: 'finish',
            reason: finish_reason,
            model,
            ...(usage && {
              usage: {
                promptTokens: usage.prompt_tokens,
                completionTokens: usage.completion_tokens,
              },
            }),
          };
          return;
        }
      } catch (error) {
        throw away(error, signal);
      }
      throw new AppError('model_unavailable');
    },
  };
}

async function post(
  { url, token }: { readonly url: string; readonly token: string },
  { messages, extractive, temperature, maxTokens, responseSchema, caller }: ModelRequest,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const response = await callService(insideEndpoints.complete, {
    url,
    token,
    headers: { accept: 'text/event-stream' },
    body: {
      messages,
      ...extractive,
      sources: extractive?.sources.map(({ passage, ...source }) => ({
        ...source,
        ...(passage && {
          chunk_id: passage.chunkId,
          document_id: passage.documentId,
          score: passage.score,
        }),
      })),
      temperature,
      max_tokens: maxTokens,
      response_schema: responseSchema,
      stream: true,
      request_id: caller?.requestId,
      session_id: caller?.sessionId,
      organisation_id: caller?.organisationId,
      user_id: caller?.userId,
      model: caller?.model,
    },
    signal,
    timeoutMs: maxAnswerMs,
    maxAnswerBytes,
  }).catch((error: unknown) => {
    throw away(error, signal);
  });
  if (response.ok && response.body) return response.body;
  throw toModelError(
    (await response.json().catch(() => undefined)) as Partial<ErrorBody> | undefined,
  );
}

/** Every failure of the model is the same to the caller. */
function away(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof AppError) return error;
  return new AppError('model_unavailable', undefined, { cause: error });
}

const passedOn: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'deadline_exceeded',
  'model_not_found',
  'quota_exceeded',
]);

function toModelError(body: Partial<ErrorBody> | undefined): AppError {
  const code = body?.error?.code;
  const known = isErrorCode(code) && passedOn.has(code);
  const reason = body?.error?.details?.reason;
  const isOverBudget = code === 'quota_exceeded';
  return new AppError(
    known ? code : 'model_unavailable',
    isOverBudget ? body?.error?.message : undefined,
    {
      ...(isModelProblem(reason) && { details: { reason } }),
      ...(isOverBudget && { details: body?.error?.details }),
      cause: new Error(`the llm service answered ${code ?? 'without a code'}`),
    },
  );
}
