import { eventually } from '@lectern/testing';
import { readEvents } from '../../suite/read-events.ts';
import type { AcceptanceCase } from '../define-cases.ts';
import { found } from '../define-cases.ts';
import { readingTool, registerServer } from './registered-server.ts';
import { type AgentWorld, outsideQuestion, type Person } from './world.ts';

const chatPath = '/api/chat/mcp';

async function ask(person: Person, message: string, more: object = {}) {
  const json = { message, mode: 'agent', ...more };
  const { body } = await person.api.request('POST', chatPath, { json });
  return body;
}

async function readMessages({ api }: Person, conversation: string, branch?: string) {
  const query = branch === undefined ? '' : `?branch=${branch}`;
  const path = `/api/conversations/${conversation}/messages${query}`;
  return (await api.request('GET', path)).body.messages;
}

/** Turns of mode `agent` as a person sees, changes and keeps them. */
export const conversations: readonly AcceptanceCase<AgentWorld>[] = [
  {
    name: 'the route is told with its candidates, their scores and the reason, and kept',
    async ask(world) {
      const person = await world.addPerson();
      const { route, conversation_id } = await ask(person, outsideQuestion);
      const [, answer] = await readMessages(person, conversation_id);
      const isKept = JSON.stringify(answer.route) === JSON.stringify(route);
      const { candidates, scores, reason } = route;
      const isScored =
        scores?.length === candidates.length && scores.every((score: number) => score >= 0);
      return found(
        `POST ${chatPath}, GET /api/conversations/{id}/messages`,
        { route, isKept },
        route.server === 'parcels' && candidates[0] === 'parcels' && isScored && reason && isKept,
      );
    },
  },
  {
    name: 'the trace holds the decision: its candidates, their scores, the reason',
    async ask(world) {
      const before = world.spans.spans.length;
      await ask(await world.addPerson(), outsideQuestion);
      const attributes = await eventually(
        () =>
          world.spans.spans
            .slice(before)
            .map(({ attributes }) => attributes)
            .find((one) => 'lectern.routing.reason' in one),
        { timeoutMs: 30_000 },
      );
      const told = Object.keys(attributes).filter((name) => name.startsWith('lectern.routing.'));
      const bodies = Buffer.concat(world.spans.bodies).toString('latin1');
      const isNamed = bodies.includes('lectern.routing.candidates') && bodies.includes('parcels');
      const reason = attributes['lectern.routing.reason'];
      return found(
        `POST ${chatPath}; the span "agent route"`,
        { told, reason, isNamed },
        ['candidates', 'scores', 'reason'].every((one) =>
          told.includes(`lectern.routing.${one}`),
        ) &&
          isNamed &&
          /\d/.test(String(reason)),
      );
    },
  },
  {
    name: 'a question that fits no server and no document is not answered, and calls nothing outside',
    async ask(world) {
      const before = world.outside.calls.length;
      const body = await ask(
        await world.addPerson(),
        'Who composed the opera about the blue heron?',
      );
      const calls = world.outside.calls.length - before;
      return found(
        `POST ${chatPath} {"mode": "agent"}`,
        { abstained: body.abstained, route: body.route, calls },
        body.abstained === true && calls === 0,
      );
    },
  },
  {
    name: 'where two servers fit alike the person is asked which one is meant',
    async ask(world) {
      const tool = readingTool('read_tide', 'Tells the height of the tide at a harbour.');
      await using _one = await registerServer(world.owner, { name: 'harbour one', tools: [tool] });
      await using _other = await registerServer(world.owner, {
        name: 'harbour two',
        tools: [tool],
      });
      const { answer, abstained, route } = await ask(
        await world.addPerson(),
        'What is the height of the tide at the harbour?',
      );
      return found(
        `POST ${chatPath} with the same tool at two servers`,
        { answer, abstained, server: route.server, reason: route.reason },
        route.server === null &&
          /harbour one/.test(answer) &&
          /harbour two/.test(answer) &&
          !abstained,
      );
    },
  },
  {
    name: 'a stream tells each tool, the route and the answer, in the language of the question',
    async ask(world) {
      const person = await world.addPerson();
      const headers = { accept: 'text/event-stream' };
      const json = { message: 'Где посылка с номером 4711? Track the parcel', mode: 'agent' };
      const response = await person.api.open('POST', chatPath, { json, headers });
      const kinds: string[] = [];
      const titles: string[] = [];
      let text = '';
      for await (const { data } of readEvents(withoutEnd(response))) {
        if (kinds.at(-1) !== data.type) kinds.push(data.type);
        if (data.type === 'data-status') titles.push(`${data.data.event} ${data.data.title}`);
        if (data.type === 'text-delta') text += data.delta;
      }
      const isRussian = titles.length >= 4 && titles.every((title) => /[а-я]{3}/i.test(title));
      return found(
        `POST ${chatPath}, text/event-stream, in Russian`,
        { titles, kinds, text },
        isRussian && text.includes('Hamburg') && kinds.includes('data-citations'),
      );
    },
  },
  {
    name: 'another answer and another wording are branches, and each is exported by itself',
    async ask(world) {
      const person = await world.addPerson();
      const first = await ask(person, outsideQuestion);
      const path = `/api/conversations/${first.conversation_id}`;
      const [question] = await readMessages(person, first.conversation_id);
      const post = (way: string, json: object) =>
        person.api.request('POST', `${path}/messages/${way}`, { json });
      const again = await post(`${first.message_id}/regenerate`, {});
      const other = await post(`${question.id}/edit`, { message: 'Track the parcel with 4712' });
      const latest = await readMessages(person, first.conversation_id);
      const before = await readMessages(person, first.conversation_id, first.message_id);
      const { body: titled } = await person.api.request('GET', path);
      const exports: string[] = [];
      for (const format of ['json', 'markdown']) {
        const answer = await person.api.request('GET', `${path}/export?format=${format}`);
        exports.push(JSON.stringify(answer.body));
      }
      const calls = world.outside.calls.slice(-3).map(({ arguments: given }) => given.text);
      const holds =
        again.status === 200 &&
        other.status === 200 &&
        before[1]?.branches.length === 2 &&
        latest[0]?.branches.length === 2 &&
        latest[0].content.includes('4712') &&
        before[0].content.includes('4711') &&
        titled.title.length > 0 &&
        exports.every((text) => text.includes('4712') && text.includes('Hamburg'));
      return found(
        'POST …/messages/{id}/regenerate, …/edit; GET …/messages?branch=, …/export?format=json|markdown',
        {
          statuses: [again.status, other.status],
          answers: before[1]?.branches.length,
          questions: latest[0]?.branches.length,
          title: titled.title,
          calls,
        },
        holds,
      );
    },
  },
  {
    name: 'stopping a turn ends the call at the outside server',
    async ask(world) {
      const aborted: boolean[] = [];
      const started = Promise.withResolvers<void>();
      await using _server = await registerServer(world.owner, {
        name: 'lighthouse',
        tools: [readingTool('read_lamp', 'Reads the lamp of the lighthouse.')],
        answer: ({ signal }) => {
          started.resolve();
          return new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve(`${aborted.push(true)}`));
          });
        },
      });
      const person = await world.addPerson();
      const asking = ask(person, 'Read the lamp of the lighthouse');
      await Promise.race([started.promise, asking]);
      const { body } = await person.api.request('GET', '/api/conversations');
      const [{ id }] = body.conversations;
      const stopped = await person.api.request('POST', `/api/conversations/${id}/stop`);
      const answer = await asking;
      const end = performance.now() + 5_000;
      while (aborted.length === 0 && performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const [, message] = await readMessages(person, id);
      return found(
        'POST /api/conversations/{id}/stop while a tool is called',
        { stopped: stopped.status, told: aborted.length, status: message?.status, answer },
        aborted.length === 1 && message?.status === 'stopped',
      );
    },
  },
  {
    name: 'stored calls hold arguments, size, duration and ids, and no text of a result',
    async ask(world) {
      const person = await world.addPerson();
      const { conversation_id, tool_calls } = await ask(person, outsideQuestion);
      const { rows } = await world.pool.query(
        `select row_to_json(call) as call from llm.tool_calls as call
         join llm.turns as turn on turn.id = call.turn_id where turn.conversation_id = $1`,
        [conversation_id],
      );
      const stored = JSON.stringify(rows);
      return found(
        `POST ${chatPath}; select from llm.tool_calls`,
        { told: tool_calls, stored: rows.map(({ call }) => Object.keys(call).join(' ')) },
        rows.length === 2 &&
          stored.includes('4711') &&
          !stored.includes('Hamburg') &&
          tool_calls.every(({ duration_ms }: { duration_ms: number }) => duration_ms >= 0),
      );
    },
  },
  {
    name: 'lectern-agent at /v1 calls the fitting server, streamed and whole, and asks nobody',
    async ask(world) {
      const { api } = await world.addPerson();
      const before = world.outside.calls.length;
      const complete = (content: string, stream = false) =>
        api.request('POST', '/v1/chat/completions', {
          json: { model: 'lectern-agent', messages: [{ role: 'user', content }], stream },
        });
      const whole = await complete(outsideQuestion);
      const streamed = String((await complete(outsideQuestion, true)).body);
      const read = world.outside.calls.length - before;
      const writing = await complete('Cancel the magazine subscription of customer 12');
      const written = world.outside.calls.length - before - read;
      const text = whole.body.choices?.[0]?.message.content;
      return found(
        'POST /v1/chat/completions {"model": "lectern-agent"}',
        { text, read, written, refused: writing.body.choices?.[0]?.message.content },
        text?.includes('Hamburg') &&
          streamed.includes('Hamburg') &&
          streamed.includes('[DONE]') &&
          read === 2 &&
          written === 0,
      );
    },
  },
];

/** A stream of AI SDK's parts ends with a mark that is no JSON. */
function withoutEnd(response: Response): Response {
  const end = 'data: [DONE]';
  const body = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(
      new TransformStream<string, string>({
        transform: (text, controller) => controller.enqueue(text.replace(end, '')),
      }),
    )
    .pipeThrough(new TextEncoderStream());
  return new Response(body ?? null);
}
