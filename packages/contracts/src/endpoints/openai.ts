import {
  openAiChatRequestSchema,
  openAiChatResponseSchema,
  openAiChunkSchema,
  openAiModelListSchema,
  openAiModelSchema,
} from '../openai.ts';
import {
  openAiEmbeddingsRequestSchema,
  openAiEmbeddingsResponseSchema,
} from '../openai-embeddings.ts';
import { openAiResponseSchema, openAiResponsesRequestSchema } from '../openai-responses.ts';
import { responseEvents } from '../streams/response-events.ts';
import type { Endpoint } from './endpoint.ts';
import { openAiPath } from './error-forms.ts';

export const openAiEndpoints = {
  listModels: {
    summary: 'List the models of the OpenAI-compatible API',
    method: 'GET',
    path: `${openAiPath}/models`,
    service: 'llm',
    access: 'chat',
    status: 200,
    response: openAiModelListSchema,
  },
  getModel: {
    summary: 'Read a model of the OpenAI-compatible API',
    method: 'GET',
    path: `${openAiPath}/models/{id}`,
    service: 'llm',
    access: 'chat',
    status: 200,
    response: openAiModelSchema,
  },
  completeChat: {
    summary: "Answer a chat in OpenAI's form; nothing is stored",
    method: 'POST',
    path: `${openAiPath}/chat/completions`,
    service: 'llm',
    access: 'chat',
    repeatable: true,
    body: openAiChatRequestSchema,
    maxBodyBytes: 2 * 1_048_576,
    status: 200,
    response: openAiChatResponseSchema,
    parts: openAiChunkSchema,
  },
  createResponse: {
    summary: "Answer in the form of OpenAI's Responses; nothing is stored",
    method: 'POST',
    path: `${openAiPath}/responses`,
    service: 'llm',
    access: 'chat',
    repeatable: true,
    body: openAiResponsesRequestSchema,
    maxBodyBytes: 2 * 1_048_576,
    status: 200,
    response: openAiResponseSchema,
    events: responseEvents,
  },
  createEmbeddings: {
    summary: "Embed texts with the suite's own embedding model",
    method: 'POST',
    path: `${openAiPath}/embeddings`,
    service: 'rag',
    access: 'chat',
    repeatable: true,
    body: openAiEmbeddingsRequestSchema,
    maxBodyBytes: 4 * 1_048_576,
    status: 200,
    response: openAiEmbeddingsResponseSchema,
  },
} as const satisfies Record<string, Endpoint>;
