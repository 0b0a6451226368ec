import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { outsideQuestion } from './agent/world.ts';
import { approve, streamTurn } from './real-model/stream-turn.ts';
import { createModelWorld, type ModelWorld } from './real-model/world.ts';

const url = process.env.ACCEPTANCE_MODEL_URL ?? '';
const name = process.env.ACCEPTANCE_MODEL_NAME ?? '';
const maxCaseMs = 600_000;
const maxStartMs = 300_000;
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

/**
 * The agent with a language model of any quality: that the parts work together, not that answers are
 * good. `ACCEPTANCE_MODEL_URL` and `ACCEPTANCE_MODEL_NAME` give the model, `ACCEPTANCE_MODEL_KEY` its key.
 */
(url && name ? describe : describe.skip)('the agent with a real model', () => {
  let world: ModelWorld;
  beforeAll(async () => {
    world = await createModelWorld({ url, name });
  }, maxStartMs);
  afterAll(async () => world?.[Symbol.asyncDispose](), maxStartMs);

  it(
    'searches the documents first, by a call that is required of the model, and streams the answer',
    async () => {
      const before = world.model.sent().length;
      const turn = await streamTurn(await world.addPerson(), outsideQuestion);
      const [first] = requestsIn(world.model.sent().slice(before));
      expect(first).toEqual({ choice: 'required', tools: ['retrieve_context'] });
      expect(turn.calls[0]).toBe('documents.retrieve_context ok');
      expect(turn.status).toBe('done');
    },
    maxCaseMs,
  );

  it(
    'chooses the server that fits, calls its tool with arguments of its own and tells the result',
    async () => {
      const before = world.outside.calls.length;
      const turn = await streamTurn(await world.addPerson(), outsideQuestion);
      expect(turn.calls).toContain('parcels.track_parcel ok');
      const given = world.outside.calls.slice(before).map((call) => call.arguments.text);
      expect(given).toContainEqual(expect.stringContaining('4711'));
      expect(turn.deltas).toBeGreaterThan(1);
      expect(turn.text).toContain('Hamburg');
    },
    maxCaseMs,
  );

  it(
    'waits for its person before a call that changes something, makes it once and goes on',
    async () => {
      const person = await world.addPerson();
      const { calls } = world.outside;
      const before = calls.length;
      const turn = await streamTurn(person, 'Cancel the magazine subscription of customer 12');
      expect(turn.approval).toBeDefined();
      expect(calls).toHaveLength(before);
      expect((await approve(person, turn)).answer).toBeTruthy();
      expect(calls.slice(before).map(({ tool }) => tool)).toEqual(['cancel_subscription']);
    },
    maxCaseMs,
  );

  it(
    "calls a caller's own tool through /v1, and answers from its result",
    async () => {
      const { api } = await world.addPerson();
      const question = { role: 'user', content: 'What time is it in Riga? Use the tool.' };
      const complete = async (messages: readonly object[], more: object) => {
        const json = { model: 'lectern-agent', messages, tools: [callersTool], ...more };
        const options = { json, timeoutMs: 280_000 };
        const { body } = await api.request('POST', '/v1/chat/completions', options);
        return body.choices?.[0];
      };
      const asked = await complete([question], { tool_choice: 'required' });
      expect(asked).toMatchObject({
        finish_reason: 'tool_calls',
        message: { tool_calls: [{ function: { name: 'read_clock' } }] },
      });
      const tool_call_id = asked.message.tool_calls[0].id;
      const result = { role: 'tool', tool_call_id, content: 'It is 14:05 in Riga.' };
      const answered = await complete([question, asked.message, result], {});
      expect(answered?.message.content).toBeTruthy();
    },
    maxCaseMs,
  );
});

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
