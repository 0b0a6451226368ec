import { randomUUID } from 'node:crypto';
import {
  AppError,
  endpoints,
  type OpenAiModelList,
  openAiChatRequestSchema,
  openAiModels,
  toRoutePath,
} from '@lectern/contracts';
import {
  getPrincipal,
  normalizeError,
  openEventStream,
  startDeadline,
  toErrorBody,
  validate,
} from '@lectern/service';
import express, { type Request, type Response, Router } from 'express';
import { ownerOf } from '../conversations/owner.ts';
import type { AnswerModes, TurnAnswer } from '../ports/answer-mode.ts';
import type { StoredToolCall } from '../ports/turns.ts';
import { OpenAiAnswer } from './openai-answer.ts';
import { readTask } from './read-task.ts';

export interface OpenAiRoutesDependencies {
  readonly modes: AnswerModes;
  readonly onToolCall: (call: StoredToolCall) => void;
}

const longestAnswerMs = 300_000;
/** When these models came to be, in seconds since 1970: OpenAI's clients want a date. */
const modelsCreated = 1_780_000_000;

/**
 * OpenAI's chat API over the knowledge, for the many programs that speak it. Such programs send the
 * whole conversation each time, so nothing is stored here; a caller that hangs up ends the answer.
 */
export function createOpenAiRoutes({ modes, onToolCall }: OpenAiRoutesDependencies): Router {
  const router = Router();

  router.get(endpoints.listModels.insidePath, (_request, response) => {
    response.json(modelList);
  });

  router.post(
    toRoutePath(endpoints.completeChat.insidePath),
    express.json({ limit: '2mb' }),
    async (request, response) => {
      const body = validate(openAiChatRequestSchema, request.body);
      const owner = ownerOf(getPrincipal(request));
      const task = readTask(body);
      const id = randomUUID();
      const deadline = startDeadline(request, response, longestAnswerMs);
      const run = async (onText: (text: string) => void): Promise<TurnAnswer> => {
        try {
          return await modes[openAiModels[body.model]].answerOnce(
            task,
            {
              turnId: id,
              owner,
              token: request.token,
              emit: (event) => {
                if (event.type === 'text') onText(event.text);
                if (event.type === 'tool_end') onToolCall(event.call);
              },
            },
            deadline.signal,
          );
        } catch (error) {
          throw deadline.passed
            ? new AppError('deadline_exceeded', undefined, { cause: error })
            : error;
        }
      };
      const answer = new OpenAiAnswer(id, body.model, task);
      if (body.stream) {
        const withUsage = body.stream_options?.include_usage === true;
        await sendChunks(request, response, answer, run, withUsage);
      } else {
        response.json(answer.whole(await run(() => {})));
      }
    },
  );
  return router;
}

async function sendChunks(
  request: Request,
  response: Response,
  answer: OpenAiAnswer,
  run: (onText: (text: string) => void) => Promise<TurnAnswer>,
  withUsage: boolean,
): Promise<void> {
  const stream = openEventStream(request, response);
  const send = (chunk: object) => stream.sendLine(JSON.stringify(chunk));
  try {
    send(answer.start());
    const ended = await run((text) => send(answer.piece(text)));
    send(answer.end(ended));
    if (withUsage) send(answer.usage(ended));
    stream.sendLine('[DONE]');
  } catch (error) {
    if (!stream.signal.aborted) request.log.warn({ err: error }, 'an answer failed');
    send(toErrorBody(normalizeError(error), request.id));
  } finally {
    stream.end();
  }
}

const modelList: OpenAiModelList = {
  object: 'list',
  data: (Object.keys(openAiModels) as Array<keyof typeof openAiModels>).map((id) => ({
    id,
    object: 'model',
    created: modelsCreated,
    owned_by: 'lectern',
  })),
};
