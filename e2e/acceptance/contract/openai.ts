import type { Answer } from '../../suite/api.ts';
import type { Clause } from '../subject.ts';
import { found, show } from './found.ts';
import type { ContractWorld } from './world.ts';

const model = 'lectern-knowledge';
const chatPath = '/v1/chat/completions';
const messages = [{ role: 'user', content: 'Hello!' }];
const titleTask =
  '### Task:\nGenerate a title for the chat.\n### Output:\nJSON format: { "title": "your title" }\n### Chat History:\n<chat_history>\nUSER: How tall is the mast?\nASSISTANT: Nine metres.\n</chat_history>';

/** OpenAI's programs: what is there, what is refused, what is no question. */
export const openai: readonly Clause<ContractWorld>[] = [
  {
    name: '/v1/models/{id} reads a model',
    async ask({ api }) {
      const { body: list } = await api.request('GET', '/v1/models');
      const answers = await Promise.all(
        list.data.map(({ id }: { id: string }) => api.request('GET', `/v1/models/${id}`)),
      );
      return found(
        'GET /v1/models, GET /v1/models/{id} of each',
        answers.map(({ status, body }) => `${status} ${body.id} ${body.object}`).join(', '),
        answers.length >= 2 && answers.every(({ body }) => body.object === 'model'),
      );
    },
  },
  {
    name: 'an unknown model is 404 model_not_found, read or asked',
    async ask({ api }) {
      const answers = [
        await api.request('GET', '/v1/models/gpt-5'),
        await api.request('POST', chatPath, { json: { model: 'gpt-5', messages } }),
        await api.request('POST', '/v1/embeddings', { json: { model: 'gpt-5', input: 'a' } }),
        await api.request('POST', '/v1/responses', { json: { model: 'gpt-5', input: 'a' } }),
      ];
      return found(
        'GET /v1/models/gpt-5, POST /v1/chat/completions, /v1/embeddings, /v1/responses {model: "gpt-5"}',
        answers.map(showError).join('; '),
        answers.every(refusesModel),
      );
    },
  },
  ...(
    [
      ['n', { n: 2 }],
      ['stop', { stop: ['.'] }],
      ['response_format', { response_format: { type: 'json_object' } }],
      ['logprobs', { logprobs: true }],
      ['max_tokens', { max_tokens: 0 }],
    ] as const
  ).map(
    ([param, asked]): Clause<ContractWorld> => ({
      name: `${param} that cannot be honoured is refused rather than ignored`,
      async ask({ api }) {
        const answer = await api.request('POST', chatPath, { json: { model, messages, ...asked } });
        return found(
          `POST ${chatPath} ${JSON.stringify(asked)}`,
          show(answer),
          answer.status === 400 &&
            String(answer.body.error.param).split('.')[0] === param &&
            answer.body.error.type === 'invalid_request_error',
        );
      },
    }),
  ),
  {
    name: 'a picture among content parts is refused by its place',
    async ask({ api }) {
      const picture = { type: 'image_url', image_url: { url: 'https://example.org/a.png' } };
      const json = { model, messages: [{ role: 'user', content: [picture] }] };
      const answer = await api.request('POST', chatPath, { json });
      return found(
        `POST ${chatPath} {messages: [{content: [{type: "image_url"}]}]}`,
        show(answer),
        answer.status === 400 && String(answer.body.error.param).startsWith('messages'),
      );
    },
  },
  {
    name: 'a wrong key is called wrong',
    async ask({ api }) {
      const headers = { authorization: 'Bearer sk-wrong' };
      const answer = await api.request('GET', '/v1/models', { headers });
      const { type, message } = answer.body.error;
      return found(
        'GET /v1/models with Bearer sk-wrong',
        show(answer),
        answer.status === 401 && type === 'authentication_error' && /not valid/.test(message),
      );
    },
  },
  {
    name: 'a greeting is greeted back without a search',
    async ask({ api }) {
      const { body } = await api.request('POST', chatPath, { json: { model, messages } });
      const { content, citations } = body.choices[0].message;
      return found(
        `POST ${chatPath} "Hello!"`,
        { content, citations },
        content.startsWith('Hello') && citations.length === 0,
      );
    },
  },
  {
    name: "a front end's request for a title or tags is answered in its form",
    async ask({ api }) {
      const contents: string[] = [];
      for (const task of [titleTask, titleTask.replace('"title": "your title"', '"tags": ["a"]')]) {
        const json = { model, messages: [{ role: 'user', content: task }] };
        const { body } = await api.request('POST', chatPath, { json });
        contents.push(body.choices[0].message.content);
      }
      const [title, tags] = contents.map((content) => JSON.parse(content));
      return found(
        `POST ${chatPath} with Open WebUI's tasks for a title and for tags`,
        contents.join(' '),
        title.title === 'How tall is the mast?' && Array.isArray(tags.tags),
      );
    },
  },
];

function showError({ status, body }: Answer): string {
  const { code, type, param } = body.error ?? {};
  return `${status} code ${code}, type ${type}, param ${param}`;
}

function refusesModel({ status, body }: Answer): boolean {
  const { error } = body;
  return (
    status === 404 &&
    error.code === 'model_not_found' &&
    error.param === 'model' &&
    error.type === 'invalid_request_error'
  );
}
