import { outsideQuestion } from './agent/world.ts';
import { defineCases, found } from './define-cases.ts';
import { approve, type Finished, streamTurn } from './real-model/stream-turn.ts';
import { createModelWorld } from './real-model/world.ts';

const url = process.env.ACCEPTANCE_MODEL_URL ?? '';
const name = process.env.ACCEPTANCE_MODEL_NAME ?? '';
const writing = 'Cancel the magazine subscription of customer 12';
const callersTool = {
  type: 'function',
  function: {
    name: 'read_clock',
    description: 'Tells the time of a city.',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
    },
  },
};

/** Requests of completions that the model was sent, in order, as far as they are read by its API. */
function requestsIn(
  sent: string,
): { readonly tools: readonly string[]; readonly choice: string }[] {
  return [...sent.matchAll(/"tool_choice":"(\w+)"/g)].map(({ 1: choice = '', index }) => {
    const body = sent.slice(sent.lastIndexOf('POST ', index), sent.indexOf('POST ', index + 1));
    const tools = [...body.matchAll(/"type":"function","function":\{"name":"([^"]+)"/g)];
    return { choice, tools: tools.map(([, tool = '']) => tool) };
  });
}

const showTurn = ({ calls, deltas, text, ms }: Finished) => ({ calls, deltas, text, ms });

/**
 * The agent with a language model of any quality: that the parts work together, not that answers are
 * good. `ACCEPTANCE_MODEL_URL` and `ACCEPTANCE_MODEL_NAME` give the model, `ACCEPTANCE_MODEL_KEY` its key.
 */
defineCases('real-model', {
  createWorld: () => createModelWorld({ url, name }),
  skipReason:
    url && name ? undefined : 'ACCEPTANCE_MODEL_URL and ACCEPTANCE_MODEL_NAME name no model',
  maxCaseMs: 600_000,
  cases: [
    {
      name: 'the documents are searched first, by a call that is required of the model, and the answer is streamed',
      async ask(world) {
        const before = world.model.sent().length;
        const turn = await streamTurn(await world.addPerson(), outsideQuestion);
        const [first] = requestsIn(world.model.sent().slice(before));
        const holds =
          turn.calls[0] === 'documents.retrieve_context ok' &&
          first?.choice === 'required' &&
          first.tools.join() === 'retrieve_context' &&
          turn.status === 'done';
        return found('POST /api/chat/mcp, text/event-stream', { first, ...showTurn(turn) }, holds);
      },
    },
    {
      name: 'the server that fits is chosen by the model, its tool called with arguments of its own, the result told',
      async ask(world) {
        const before = world.outside.calls.length;
        const turn = await streamTurn(await world.addPerson(), outsideQuestion);
        const calls = world.outside.calls.slice(before).map(({ arguments: given }) => given.text);
        const holds =
          turn.calls.includes('parcels.track_parcel ok') &&
          calls.some((text) => String(text).includes('4711')) &&
          turn.deltas > 1 &&
          turn.text.includes('Hamburg');
        return found(
          'POST /api/chat/mcp, text/event-stream',
          { route: turn.route, asked: calls, ...showTurn(turn) },
          holds,
        );
      },
    },
    {
      name: 'a call that changes something waits for its person, is made once, and the model goes on to an answer',
      async ask(world) {
        const person = await world.addPerson();
        const before = world.outside.calls.length;
        const turn = await streamTurn(person, writing);
        const early = world.outside.calls.length - before;
        const answer = turn.approval && (await approve(person, turn));
        const made = world.outside.calls.slice(before).map(({ tool }) => tool);
        const holds =
          early === 0 && made.join() === 'cancel_subscription' && Boolean(answer?.answer);
        return found(
          'POST /api/chat/mcp; POST /api/conversations/{id}/approvals/{approval_id}',
          { approval: turn.approval, early, made, answer: answer?.answer },
          holds,
        );
      },
    },
    {
      name: "a caller's own tool is called through /v1, and its result answered from",
      async ask(world) {
        const { api } = await world.addPerson();
        const question = { role: 'user', content: 'What time is it in Riga? Use the tool.' };
        const complete = async (messages: readonly object[], more: object) => {
          const json = { model: 'lectern-agent', messages, tools: [callersTool], ...more };
          const answer = await api.request('POST', '/v1/chat/completions', {
            json,
            timeoutMs: 280_000,
          });
          return answer.body.choices?.[0];
        };
        const asked = await complete([question], { tool_choice: 'required' });
        const [call] = asked?.message.tool_calls ?? [];
        const result = { role: 'tool', tool_call_id: call?.id, content: 'It is 14:05 in Riga.' };
        const answered = call && (await complete([question, asked.message, result], {}));
        const text = answered?.message.content ?? '';
        return found(
          'POST /v1/chat/completions {"model": "lectern-agent", tools, tool_choice: "required"}, then its result',
          { call: call?.function, reason: asked?.finish_reason, text },
          call?.function.name === 'read_clock' &&
            asked.finish_reason === 'tool_calls' &&
            text.length > 0,
        );
      },
    },
  ],
});
