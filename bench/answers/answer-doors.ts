import { randomUUID } from 'node:crypto';
import { type Citation, citationSchema } from '@lectern/contracts';
import { z } from 'zod';
import { createToolCall } from '../mcp/tool-call.ts';
import type { BenchSuite } from '../suite/bench-suite.ts';
import { JsonCaller } from '../suite/json-caller.ts';

/** An answer as one door of the suite gives it. */
export interface DoorAnswer {
  readonly answer: string;
  readonly abstained: boolean;
  readonly citations: readonly Citation[];
}

/** The same question at every door, by the door's name. */
export type DoorAnswers = Readonly<Record<string, DoorAnswer>>;

const found = { abstained: z.boolean(), citations: z.array(citationSchema) };
const answerSchema = z.object({ answer: z.string(), ...found });
const chatSchema = answerSchema.extend({ conversation_id: z.string() });
const messagesSchema = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string(), ...found })),
});
const completionSchema = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string(), ...found }) })]),
});
const responseSchema = z.object({
  output: z.tuple([z.object({ content: z.tuple([z.object({ text: z.string() })]) })]),
  ...found,
});
const toolSchema = z.object({
  result: z.object({ structuredContent: z.object({ data: answerSchema }) }),
});
const eventStream = { accept: 'text/event-stream' };
const model = 'lectern-knowledge';

/**
 * Asks a question by REST, in chat (live, streamed, replayed, fetched and exported), at `/v1` and by
 * MCP. The doors of `/v1` take no collection, so none is named anywhere.
 */
export async function askAtDoors(suite: BenchSuite, question: string): Promise<DoorAnswers> {
  using caller = new JsonCaller(suite.url, suite.apiKey, 1);
  const post = async (path: string, body: object, headers?: Readonly<Record<string, string>>) =>
    caller.post({ path, body, ...(headers && { headers }) });
  const get = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${suite.apiKey}` };
    return (await fetch(`${suite.url}${path}`, { headers })).json();
  };

  const ask = answerSchema.parse(JSON.parse(await post('/api/ask', { question })));
  const askStream = await post('/api/ask', { question }, eventStream);
  const turn = { message: question, message_id: randomUUID() };
  const chatStream = await post('/api/chat/mcp', turn, eventStream);
  const chatReplay = await post('/api/chat/mcp', turn, eventStream);
  const chatJson = chatSchema.parse(JSON.parse(await post('/api/chat/mcp', turn)));
  const conversation = `/api/conversations/${chatJson.conversation_id}`;
  const messages = [{ role: 'user', content: question }];
  const completion = completionSchema.parse(
    JSON.parse(await post('/v1/chat/completions', { model, messages })),
  );
  const [{ message }] = completion.choices;
  const streamed = await post('/v1/chat/completions', { model, messages, stream: true });
  const response = responseSchema.parse(
    JSON.parse(await post('/v1/responses', { model, input: question })),
  );
  const { path, body, headers } = createToolCall(1, 'rag_query_with_chunks', { question });
  const called = toolSchema.parse(JSON.parse(await post(path, body as object, headers)));
  return {
    ask,
    'ask, streamed': answerSchema.parse(findData(askStream, 'used_chunk_ids')),
    'chat, streamed': readChatStream(chatStream),
    'chat, replayed': readChatStream(chatReplay),
    'chat, whole': chatJson,
    'chat, fetched': readLastMessage(await get(`${conversation}/messages`)),
    'chat, exported': readLastMessage(await get(`${conversation}/export?format=json`)),
    '/v1/chat/completions': { ...message, answer: message.content },
    '/v1/chat/completions, streamed': readChunks(streamed),
    '/v1/responses': { ...response, answer: response.output[0].content[0].text },
    'mcp rag_query_with_chunks': called.result.structuredContent.data,
  };
}

/** The data of the last server-sent event that has a field. */
function findData(events: string, field: string): unknown {
  const data = readData(events).findLast(
    (one) => z.object({ [field]: z.any() }).safeParse(one).success,
  );
  if (!data) throw new Error(`no event with ${field}`);
  return data;
}

function readData(events: string): unknown[] {
  return events
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)));
}

function readChatStream(events: string): DoorAnswer {
  const parts = z.array(z.looseObject({ type: z.string() })).parse(readData(events));
  const data = parts.findLast(({ type }) => type === 'data-citations');
  return z.object({ data: answerSchema }).parse(data).data;
}

function readLastMessage(answer: unknown): DoorAnswer {
  const last = messagesSchema.parse(answer).messages.findLast(({ role }) => role === 'assistant');
  if (!last) throw new Error('the conversation holds no answer');
  return { ...last, answer: last.content };
}

const chunkSchema = z.object({
  choices: z.array(
    z.object({ delta: z.object({ content: z.string().nullish(), ...found }).partial() }),
  ),
});

function readChunks(events: string): DoorAnswer {
  const deltas = readData(events).flatMap((one) => chunkSchema.parse(one).choices);
  const last = z.object(found).parse(deltas.findLast(({ delta }) => delta.citations)?.delta);
  return { ...last, answer: deltas.map(({ delta }) => delta.content ?? '').join('') };
}
