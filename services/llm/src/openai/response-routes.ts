import {
  endpoints,
  errorCatalogue,
  type OpenAiResponsesRequest,
  type ResponseEvents,
} from '@lectern/contracts';
import { type EndpointRoutes, normalizeError, openEventStream } from '@lectern/service';
import type { Request, Response } from 'express';
import {
  type OpenAiDependencies,
  type OpenAiQuestion,
  prepareAnswer,
  type RunOpenAi,
  readModelName,
} from './answer-openai.ts';
import { readFrontEndTask } from './front-end-task.ts';
import { readInput } from './read-input.ts';
import { readTask, readText } from './read-task.ts';
import { ResponseAnswer } from './response-answer.ts';
import { ResponseWriter } from './response-writer.ts';

/** Mounts OpenAI's Responses over the documents. */
export function mountOpenAiResponseRoutes(
  routes: EndpointRoutes,
  dependencies: OpenAiDependencies,
): void {
  routes.mount(endpoints.createResponse, async ({ request, response, principal, body }) => {
    const question = readQuestion(body);
    const call = { request, response, principal };
    const { turnId, run } = await prepareAnswer(dependencies, question, call);
    const answer = new ResponseAnswer(turnId, question.model.name, {
      body,
      task: question.task,
      publicUrl: dependencies.publicUrl,
    });
    if (!body.stream) return answer.whole(await run(() => {}));
    await sendEvents({ request, response }, answer, run);
    return undefined;
  });
}

function readQuestion(body: OpenAiResponsesRequest): OpenAiQuestion {
  const { tool_choice: choice, max_output_tokens: maxTokens } = body;
  const model = readModelName(body.model);
  const messages = readInput(body.input);
  const { exchange, ...asked } = readTask(messages, 'input');
  const said = messages.map((message) => ({ role: message.role, text: readText(message) }));
  const rules = body.instructions ? [{ role: 'system', text: body.instructions }] : [];
  return {
    model,
    task: {
      ...asked,
      collectionFilter: body.collection_filter,
      ...(maxTokens != null && { maxTokens }),
    },
    tools: { functions: body.tools ?? [], choice: choice ?? 'auto', exchange },
    oneCall: body.parallel_tool_calls === false,
    chore: readFrontEndTask([...rules, ...said]),
  };
}

async function sendEvents(
  { request, response }: { readonly request: Request; readonly response: Response },
  answer: ResponseAnswer,
  run: RunOpenAi,
): Promise<void> {
  const stream = openEventStream<ResponseEvents>(request, response, {
    onStopping: ({ code }) => writer.fail({ code, message: errorCatalogue[code].message }),
  });
  const writer = new ResponseWriter(stream, answer);
  try {
    writer.start();
    writer.end(await run((text) => writer.push(text)));
  } catch (error) {
    if (!stream.signal.aborted) request.log.warn({ err: error }, 'an answer failed');
    const { code } = normalizeError(error);
    writer.fail({ code, message: errorCatalogue[code].message });
  } finally {
    stream.end();
  }
}
