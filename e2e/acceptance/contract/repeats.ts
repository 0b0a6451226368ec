import { randomUUID } from 'node:crypto';
import { readEvents } from '../../suite/read-events.ts';
import type { Clause } from '../subject.ts';
import { found } from './found.ts';
import type { ContractWorld } from './world.ts';

/** Requests that come twice. */
export const repeats: readonly Clause<ContractWorld>[] = [
  {
    name: 'a repeated POST with an Idempotency-Key gets its first answer again, another body 409',
    async ask({ api }) {
      const headers = { 'idempotency-key': randomUUID() };
      const post = (name: string) =>
        api.request('POST', '/api/collections', { headers, json: { name } });
      const [first, again, other] = [await post('Once'), await post('Once'), await post('Other')];
      const { body } = await api.request('GET', '/api/collections?limit=500');
      const made = body.collections.filter(({ name }: { name: string }) => name === 'Once').length;
      return found(
        'POST /api/collections {"name": "Once"} twice with one Idempotency-Key, then {"name": "Other"}',
        `${first.status} ${first.body.id}, ${again.status} ${again.body.id}, ${other.status} ${other.body.error?.code}; ${made} collection`,
        first.status === 201 &&
          again.status === 201 &&
          first.body.id === again.body.id &&
          other.status === 409 &&
          other.body.error.code === 'idempotency_conflict' &&
          made === 1,
      );
    },
  },
  {
    name: 'a stream with an Idempotency-Key is begun once',
    async ask({ api }) {
      const query = 'recent publications on made-up stream disease';
      const headers = { 'idempotency-key': randomUUID(), accept: 'text/event-stream' };
      const post = () => api.open('POST', '/api/research', { headers, json: { query } });
      const events: string[] = [];
      for await (const { event } of readEvents(await post())) events.push(event);
      const second = await post();
      const refused = (await second.json()) as { error?: { code: string } };
      const { body } = await api.request('GET', '/api/research?limit=500');
      const runs = body.runs.filter((run: { query: string }) => run.query === query).length;
      return found(
        'POST /api/research for events twice with one Idempotency-Key',
        `${events.at(-1)}; ${second.status} ${refused.error?.code}; ${runs} run`,
        events.at(-1) === 'done' &&
          second.status === 409 &&
          refused.error?.code === 'idempotency_conflict' &&
          runs === 1,
      );
    },
  },
  {
    name: 'a repeated message of a chat by its message_id is one turn',
    async ask({ api }) {
      const json = { message: 'Hello!', message_id: randomUUID() };
      const first = await api.request('POST', '/api/chat/mcp', { json });
      const again = await api.request('POST', '/api/chat/mcp', {
        json: { ...json, conversation_id: first.body.conversation_id },
      });
      const path = `/api/conversations/${first.body.conversation_id}/messages`;
      const { messages } = (await api.request('GET', path)).body;
      return found(
        'POST /api/chat/mcp twice with one message_id',
        `${first.status} ${first.body.answer}, ${again.status} ${again.body.answer}; ${messages.length} messages`,
        again.body.message_id === first.body.message_id &&
          again.body.answer === first.body.answer &&
          messages.length === 2,
      );
    },
  },
  {
    name: 'the same file in a collection is the document that is there',
    async ask({ api }) {
      const collection = await api.createCollection('Twice the same');
      const files = [{ name: 'a.txt', bytes: new TextEncoder().encode('Twice the same text.') }];
      const [first] = await api.uploadAccepted(collection, files);
      const [second] = await api.uploadAccepted(collection, files);
      return found(
        'POST /api/collections/{id}/documents with the same file twice',
        [first, second],
        first?.duplicate === false && second?.duplicate === true && first.id === second.id,
      );
    },
  },
];
