import { AppError, type CompletionResponse, completionRequestSchema } from '@lectern/contracts';
import type { LanguageModel, ModelUsage } from '@lectern/grounding';
import {
  normalizeError,
  openEventStream,
  startDeadline,
  toErrorBody,
  validate,
} from '@lectern/service';
import express, { type RequestHandler, Router } from 'express';
import type { z } from 'zod';

export interface CompletionRoutesDependencies {
  readonly model: LanguageModel;
  /** Lets only those pass who may call the bare model. */
  readonly guard: RequestHandler;
  readonly onUsage: (usage: ModelUsage) => void;
}

const longestCompletionMs = 300_000;

/** The bare model for other services: no tools, no retrieval. */
export function createCompletionRoutes({
  model,
  guard,
  onUsage,
}: CompletionRoutesDependencies): Router {
  const router = Router();
  router.post(
    '/internal/completions',
    guard,
    express.json({ limit: '16mb' }),
    async (request, response) => {
      const body = validate(completionRequestSchema, request.body);
      const deadline = startDeadline(request, response, longestCompletionMs);
      const complete = async (onText: (text: string) => void) => {
        try {
          return await completeText(model, body, onText, onUsage, deadline.signal);
        } catch (error) {
          throw deadline.passed
            ? new AppError('deadline_exceeded', undefined, { cause: error })
            : error;
        }
      };
      if (!body.stream) {
        response.json(await complete(() => {}));
        return;
      }
      const stream = openEventStream(request, response);
      try {
        stream.send('done', await complete((text) => stream.send('delta', { text })));
      } catch (error) {
        const known = normalizeError(error);
        if (!stream.signal.aborted) request.log.warn({ err: error }, 'a completion failed');
        stream.send('error', toErrorBody(known, request.id));
      } finally {
        stream.end();
      }
    },
  );
  return router;
}

async function completeText(
  model: LanguageModel,
  {
    messages,
    temperature,
    max_tokens,
    sources,
    question,
  }: z.output<typeof completionRequestSchema>,
  onText: (text: string) => void,
  onUsage: (usage: ModelUsage) => void,
  signal: AbortSignal,
): Promise<CompletionResponse> {
  const request = {
    messages,
    temperature,
    ...(max_tokens !== undefined && { maxTokens: max_tokens }),
    ...(sources && { sources }),
    ...(question && { question }),
  };
  let text = '';
  let response: CompletionResponse = { text, model: model.name, finish_reason: 'stop' };
  for await (const event of model.generate(request, signal)) {
    if (event.type === 'text') {
      text += event.text;
      onText(event.text);
    }
    if (event.type !== 'finish') continue;
    if (event.usage) onUsage(event.usage);
    response = {
      ...response,
      text,
      finish_reason: event.reason === 'tool_calls' ? 'stop' : event.reason,
      ...(event.usage && {
        usage: {
          prompt_tokens: event.usage.promptTokens,
          completion_tokens: event.usage.completionTokens,
        },
      }),
    };
  }
  return response;
}
