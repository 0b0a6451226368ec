import type { Api } from '../../suite/api.ts';
import type { Clause } from '../subject.ts';
import { found } from './found.ts';
import type { ContractWorld } from './world.ts';

const model = 'lectern-knowledge';
const chatPath = '/v1/chat/completions';
const question = 'How tall is the mast of the Pelikan?';
const fact = 'The mast of the Pelikan is nineteen metres tall.';
const url = 'https://example.org/pelikan';

/** OpenAI's programs: answers from documents. */
export const openaiAnswers: readonly Clause<ContractWorld>[] = [
  {
    name: 'citations are annotations too, whose links open the document',
    async ask(world) {
      const collection_filter = await addMast(world, { name: 'Masts', url });
      const linked = await ask(world.api, { collection_filter });
      const own = await addMast(world, { name: 'Masts without addresses' });
      const unlinked = await ask(world.api, { collection_filter: own });
      const [first, second] = [linked, unlinked].map(
        ({ message }) => message.annotations[0]?.url_citation,
      );
      const page = await fetch(second?.url ?? 'http://127.0.0.1:9');
      return found(
        `POST ${chatPath} about a document with an address, and one without`,
        `${JSON.stringify(first)}; ${second?.url.replace(world.api.url, '')} is ${page.status} ${page.headers.get('content-type')}`,
        first?.url === url &&
          first.title === 'Pelikan' &&
          linked.message.citations.length === 1 &&
          second?.url.includes('/documents/') &&
          page.status === 200,
      );
    },
  },
  {
    name: 'content parts are read',
    async ask(world) {
      const collection_filter = await addMast(world, { name: 'Parts' });
      const content = [
        { type: 'text', text: 'How tall is the mast ' },
        { type: 'text', text: 'of the Pelikan?' },
      ];
      const { message } = await ask(world.api, {
        collection_filter,
        messages: [{ role: 'user', content }],
      });
      return found(
        `POST ${chatPath} {content: [two texts]}`,
        message.content,
        message.content.includes('nineteen metres'),
      );
    },
  },
  {
    name: 'max_tokens and max_completion_tokens are honoured',
    async ask(world) {
      const collection_filter = await addMast(world, { name: 'Cut' });
      const answers = [
        await ask(world.api, { collection_filter, max_tokens: 3 }),
        await ask(world.api, { collection_filter, max_completion_tokens: 3 }),
      ];
      return found(
        `POST ${chatPath} {max_tokens: 3}, {max_completion_tokens: 3}`,
        answers.map(({ message, finish_reason, usage }) => ({
          content: message.content,
          finish_reason,
          completion_tokens: usage.completion_tokens,
        })),
        answers.every(
          ({ finish_reason, usage }) => finish_reason === 'length' && usage.completion_tokens <= 3,
        ),
      );
    },
  },
  {
    name: '/v1/embeddings gives vectors of the own model, in the order of the texts',
    async ask({ api }) {
      const embed = async (input: unknown) => {
        const json = { model: 'lectern-embedding', input };
        return (await api.request('POST', '/v1/embeddings', { json })).body.data;
      };
      const [both, alone] = [await embed(['a mast', 'a boat']), await embed('a boat')];
      const lengths = both.map(({ embedding }: { embedding: number[] }) => embedding.length);
      const isSameVector = JSON.stringify(both[1].embedding) === JSON.stringify(alone[0].embedding);
      return found(
        'POST /v1/embeddings {input: ["a mast", "a boat"]}, {input: "a boat"}',
        `${lengths.length} vectors of ${lengths[0]}; the second is that of its text alone: ${isSameVector}`,
        lengths.length === 2 && lengths[0] === lengths[1] && isSameVector,
      );
    },
  },
  {
    name: '/v1/responses answers with annotations, whole and streamed',
    async ask(world) {
      const collection_filter = await addMast(world, { name: 'Responses', url });
      const json = { model, input: question, collection_filter };
      const { body } = await world.api.request('POST', '/v1/responses', { json });
      const [part] = body.output[0].content;
      const streamed = await world.api.request('POST', '/v1/responses', {
        json: { ...json, stream: true },
      });
      const events = [...String(streamed.body).matchAll(/^event: (.+)$/gm)].map(([, name]) => name);
      return found(
        'POST /v1/responses, and with stream: true',
        `${part.text} ${JSON.stringify(part.annotations)}; ${events.length} events to ${events.at(-1)}`,
        part.text.includes('nineteen metres') &&
          part.annotations[0]?.url === url &&
          events.includes('response.output_text.delta') &&
          events.at(-1) === 'response.completed',
      );
    },
  },
  {
    name: 'AI SDK’s own transport is answered by its stream at /api/chat/mcp',
    async ask(world) {
      const collection_filter = await addMast(world, { name: 'Transport' });
      const json = {
        id: 'chat-1',
        messages: [{ id: 'm-1', role: 'user', parts: [{ type: 'text', text: question }] }],
        trigger: 'submit-message',
        collection_filter,
      };
      const answer = await world.api.request('POST', '/api/chat/mcp', { json });
      const text = String(answer.body);
      return found(
        'POST /api/chat/mcp {id, messages: [{parts}], trigger: "submit-message"}',
        `${answer.status} ${answer.headers.get('content-type')} ${text.slice(0, 120)}`,
        answer.headers.get('x-vercel-ai-ui-message-stream') === 'v1' &&
          text.includes('nineteen metres') &&
          text.includes('"type":"source-document"'),
      );
    },
  },
];

async function addMast(
  { addTexts }: ContractWorld,
  { name, url: address }: { readonly name: string; readonly url?: string },
) {
  const document = { external_id: 'mast', title: 'Pelikan', text: fact };
  const documents = [{ ...document, ...(address && { url: address }) }];
  return { collection_ids: [(await addTexts({ name, documents })).collectionId] };
}

async function ask(api: Api, asked: object) {
  const json = { model, messages: [{ role: 'user', content: question }], ...asked };
  const { status, body } = await api.request('POST', chatPath, { json });
  if (status !== 200) throw new Error(`${chatPath} gave ${status} ${JSON.stringify(body)}`);
  return { ...body.choices[0], usage: body.usage };
}
