import {
  type CompletionEvents,
  type CompletionResponse,
  type completionRequestSchema,
  type InsideEndpoint,
  insideEndpoints,
} from '@lectern/contracts';
import {
  createFallbackModel,
  type LanguageModel,
  type ModelListener,
  runModel,
} from '@lectern/models';
import {
  type EndpointRoutes,
  normalizeError,
  openEventStream,
  startDeadline,
  toErrorBody,
} from '@lectern/service';
import type { z } from 'zod';
import { runRecorded } from '../graphs/run-recorded.ts';
import type { ModelChooser } from '../models/model-chooser.ts';
import type { RunTracing } from '../tracing/langsmith-run-tracing.ts';

export interface CompletionRoutesDependencies {
  /** Answers where the request names no person. */
  readonly model: LanguageModel;
  readonly chooser: Pick<ModelChooser, 'choose'>;
  readonly tracing: RunTracing | undefined;
}

const maxCompletionMs = 300_000;

/** Mounts the model for other services, without tools and retrieval. */
export function mountCompletionRoutes(
  routes: EndpointRoutes<InsideEndpoint>,
  { model: defaultModel, chooser, tracing }: CompletionRoutesDependencies,
): void {
  const adaptedDefault = createFallbackModel([defaultModel]);
  routes.mount(insideEndpoints.complete, async ({ request, response, body }) => {
    const { organisation_id: organisationId, user_id: userId } = body;
    const models =
      organisationId !== undefined && userId !== undefined
        ? await chooser.choose({ organisationId, userId }, body.model)
        : undefined;
    const deadline = startDeadline(request, response, maxCompletionMs);
    await deadline.run(async () => models?.admit(deadline.signal));
    const complete = (onText: (text: string) => void) => {
      const { request_id: turnId = request.id, session_id: conversationId } = body;
      const identity = { turnId, ...(conversationId && { conversationId }) };
      const passages = (body.sources ?? []).filter(({ chunk_id }) => chunk_id !== undefined);
      const name = passages.length > 0 ? 'rag_query_with_chunks' : 'completion';
      const run = { name, identity, input: body, passages } as const;
      return deadline
        .run(() =>
          runRecorded(tracing, run, async () => {
            const model = models?.model ?? adaptedDefault;
            const listener = { onText, signal: deadline.signal };
            const completed = await completeText(model, body, listener);
            return { ...completed, model: models?.findWriter()?.model ?? completed.model };
          }),
        )
        .finally(() => models?.release());
    };
    if (!body.stream) return complete(() => {});
    const stream = openEventStream<CompletionEvents>(request, response, {
      onStopping: (stopping) => stream.send('error', toErrorBody(stopping, request)),
    });
    try {
      stream.send('done', await complete((text) => stream.send('delta', { text })));
    } catch (error) {
      const known = normalizeError(error);
      if (!stream.signal.aborted) request.log.warn({ err: error }, 'a completion failed');
      stream.send('error', toErrorBody(known, request));
    } finally {
      stream.end();
    }
    return undefined;
  });
}

async function completeText(
  model: LanguageModel,
  {
    messages,
    temperature,
    max_tokens,
    sources,
    question,
    query,
    evidence,
    response_schema: schema,
  }: z.output<typeof completionRequestSchema>,
  listener: ModelListener,
): Promise<CompletionResponse> {
  const asked = question ?? messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const request = {
    messages,
    temperature,
    ...(max_tokens !== undefined && { maxTokens: max_tokens }),
    extractive: {
      question: asked,
      query: query ?? asked,
      sources: sources ?? [],
      ...(evidence !== undefined && { evidence }),
    },
    ...(schema && {
      responseSchema: {
        name: schema.name,
        schema: schema.schema,
        ...(schema.instructions !== undefined && { instructions: schema.instructions }),
      },
    }),
  };
  const { text, finishReason, usage } = await runModel(model, request, listener);
  return {
    text,
    model: model.name,
    finish_reason: finishReason === 'tool_calls' ? 'stop' : finishReason,
    ...(usage && {
      usage: { prompt_tokens: usage.promptTokens, completion_tokens: usage.completionTokens },
    }),
  };
}
