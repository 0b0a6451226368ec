import { randomUUID } from 'node:crypto';
import {
  AppError,
  endOfParts,
  endpoints,
  type OpenAiChunk,
  type OpenAiModelList,
  openAiModels,
} from '@lectern/contracts';
import {
  type EndpointRoutes,
  normalizeError,
  openEventStream,
  startDeadline,
  toOpenAiErrorBody,
} from '@lectern/service';
import type { Request, Response } from 'express';
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
export function mountOpenAiRoutes(
  routes: EndpointRoutes,
  { modes, onToolCall }: OpenAiRoutesDependencies,
): void {
  routes.mount(endpoints.listModels, () => modelList);

  routes.mount(endpoints.getModel, ({ params }) => {
    const model = modelList.data.find(({ id }) => id === params.id);
    if (!model) throw new AppError('not_found', 'No such model.', { details: { field: 'model' } });
    return model;
  });

  routes.mount(endpoints.completeChat, async ({ request, response, principal, body }) => {
    const task = readTask(body);
    const id = randomUUID();
    const deadline = startDeadline(request, response, longestAnswerMs);
    const run = async (onText: (text: string) => void): Promise<TurnAnswer> => {
      try {
        return await modes[openAiModels[body.model]].answerOnce(
          task,
          {
            turnId: id,
            owner: ownerOf(principal),
            token: request.token ?? '',
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
    if (!body.stream) return answer.whole(await run(() => {}));
    const withUsage = body.stream_options?.include_usage === true;
    await sendChunks(request, response, answer, run, withUsage);
    return undefined;
  });
}

async function sendChunks(
  request: Request,
  response: Response,
  answer: OpenAiAnswer,
  run: (onText: (text: string) => void) => Promise<TurnAnswer>,
  withUsage: boolean,
): Promise<void> {
  const stream = openEventStream(request, response);
  const send = (chunk: OpenAiChunk) => stream.sendLine(JSON.stringify(chunk));
  try {
    send(answer.start());
    const ended = await run((text) => send(answer.piece(text)));
    send(answer.end(ended));
    if (withUsage) send(answer.usage(ended));
    stream.sendLine(endOfParts);
  } catch (error) {
    if (!stream.signal.aborted) request.log.warn({ err: error }, 'an answer failed');
    send(toOpenAiErrorBody(normalizeError(error), request.id));
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
