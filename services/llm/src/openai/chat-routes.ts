import {
  endOfParts,
  endpoints,
  type OpenAiChatRequest,
  type OpenAiChunk,
} from '@lectern/contracts';
import {
  type EndpointRoutes,
  normalizeError,
  openEventStream,
  toErrorBody,
} from '@lectern/service';
import type { Request, Response } from 'express';
import {
  type OpenAiDependencies,
  type OpenAiQuestion,
  prepareAnswer,
  type RunOpenAi,
  readModelName,
} from './answer-openai.ts';
import { ChatAnswer } from './chat-answer.ts';
import { readFrontEndTask } from './front-end-task.ts';
import { readTask, readText } from './read-task.ts';

/** Mounts OpenAI's chat completions over the documents. */
export function mountOpenAiChatRoutes(
  routes: EndpointRoutes,
  dependencies: OpenAiDependencies,
): void {
  routes.mount(endpoints.completeChat, async ({ request, response, principal, body }) => {
    const question = readQuestion(body);
    const call = { request, response, principal };
    const { turnId, run } = await prepareAnswer(dependencies, question, call);
    const answer = new ChatAnswer(turnId, question.model.name, {
      task: question.task,
      publicUrl: dependencies.publicUrl,
    });
    if (!body.stream) return answer.whole(await run(() => {}));
    const withUsage = body.stream_options?.include_usage === true;
    await sendChunks({ request, response, answer, run, withUsage });
    return undefined;
  });
}

function readQuestion(body: OpenAiChatRequest): OpenAiQuestion {
  const { messages, tool_choice: choice } = body;
  const model = readModelName(body.model);
  const { exchange, ...asked } = readTask(messages, 'messages');
  const maxTokens = body.max_completion_tokens ?? body.max_tokens;
  return {
    model,
    task: {
      ...asked,
      collectionFilter: body.collection_filter,
      ...(maxTokens != null && { maxTokens }),
    },
    tools: {
      functions: (body.tools ?? []).map((tool) => tool.function),
      choice: typeof choice === 'object' && choice !== null ? choice.function : (choice ?? 'auto'),
      exchange,
    },
    oneCall: body.parallel_tool_calls === false,
    chore: readFrontEndTask(
      messages.map((message) => ({ role: message.role, text: readText(message) })),
    ),
  };
}

interface ChunkStream {
  readonly request: Request;
  readonly response: Response;
  readonly answer: ChatAnswer;
  readonly run: RunOpenAi;
  readonly withUsage: boolean;
}

async function sendChunks(sent: ChunkStream): Promise<void> {
  const { request, response, answer, run, withUsage } = sent;
  const stream = openEventStream(request, response, {
    onStopping: (stopping) => send(toErrorBody(stopping, request)),
  });
  const send = (chunk: OpenAiChunk) => stream.sendLine(JSON.stringify(chunk));
  try {
    send(answer.start());
    const ended = await run((text) => send(answer.piece(text)));
    for (const chunk of answer.end(ended)) send(chunk);
    if (withUsage) send(answer.usage(ended));
    stream.sendLine(endOfParts);
  } catch (error) {
    if (!stream.signal.aborted) request.log.warn({ err: error }, 'an answer failed');
    send(toErrorBody(normalizeError(error), request));
  } finally {
    stream.end();
  }
}
