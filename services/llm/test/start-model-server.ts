import { type ReceivedRequest, type RecordedAnswer, startRecordedHttp } from '@lectern/testing';

/** A chat completion's request, as far as the fake server reads it. */
export interface AskedCompletion {
  readonly model: string;
  readonly stream: boolean;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly tool_choice?: string;
  readonly response_format?: unknown;
}

/** Writes an answer as OpenAI's API sends it. */
export function answerWith(text: string): RecordedAnswer {
  const choices = [...text.matchAll(/\S+\s*/g)].map(([content]) => ({ delta: { content } }));
  return streamOf([...choices, { delta: {}, finish_reason: 'stop' }]);
}

export function callTool(name: string, given: object): RecordedAnswer {
  const call = { index: 0, id: 'call_1', function: { name, arguments: JSON.stringify(given) } };
  return streamOf([{ delta: { tool_calls: [call] } }, { delta: {}, finish_reason: 'tool_calls' }]);
}

function streamOf(choices: readonly object[]): RecordedAnswer {
  const events = [
    ...choices.map((choice) => ({ choices: [choice] })),
    { choices: [], usage: { prompt_tokens: 10, completion_tokens: 5 } },
  ];
  return {
    headers: { 'content-type': 'text/event-stream' },
    chunks: [...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n'],
  };
}

/** Answers the checks of a connection: it can do all but JSON schemas and pictures. */
export function answerChecks(asked: AskedCompletion): RecordedAnswer {
  if (!asked.stream) {
    const message = { role: 'assistant', content: 'ready' };
    return { body: { choices: [{ message, finish_reason: 'stop' }] } };
  }
  const [tool] = asked.tools ?? [];
  return tool ? callTool(tool.function.name, { city: 'Paris' }) : answerWith('one two three');
}

/** A server with OpenAI's API in place of Ollama and others. */
export async function startModelServer(
  answer: (asked: AskedCompletion) => RecordedAnswer = answerChecks,
  models: readonly string[] = ['small'],
) {
  const api = await startRecordedHttp({
    'GET /v1/models': { body: { data: models.map((id) => ({ id, object: 'model' })) } },
    'POST /v1/chat/completions': ({ body }: ReceivedRequest) => answer(JSON.parse(body)),
  });
  return { ...api, baseUrl: `${api.url}/v1`, port: Number(new URL(api.url).port) };
}
