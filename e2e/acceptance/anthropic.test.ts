import type { RecordedHttp } from '@lectern/testing';
import { type AgentWorld, createWorld, outsideQuestion } from './agent/world.ts';
import { startScriptedClaude } from './anthropic/scripted-claude.ts';
import { defineCases, found } from './define-cases.ts';
import { streamTurn } from './real-model/stream-turn.ts';

interface AnthropicWorld extends AgentWorld {
  readonly api: RecordedHttp;
}

const key = 'sk-ant-of-the-operator';
/** A credential of the machine that belongs to other programs. */
const strangersToken = 'token-of-another-program';
/** Number of request kinds; each learns by itself which parameters the model refuses. */
const steps = 4;
const path = '/v1/messages';

async function createAnthropicWorld(): Promise<AnthropicWorld> {
  await using stack = new AsyncDisposableStack();
  const api = stack.use(await startScriptedClaude());
  const world = stack.use(
    await createWorld({
      MODEL_PROVIDER: 'anthropic',
      MODEL_BASE_URL: api.url,
      MODEL_NAME: 'scripted-claude',
      MODEL_API_KEY: key,
      ANTHROPIC_AUTH_TOKEN: strangersToken,
    }),
  );
  const kept = stack.move();
  return { ...world, api, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

const bodiesOf = ({ requests }: RecordedHttp) =>
  requests.filter((one) => one.path === path).map(({ body }) => JSON.parse(body));

/** The agent with Anthropic's API, which a scripted model stands in for. */
defineCases('anthropic', {
  createWorld: createAnthropicWorld,
  cases: [
    {
      name: 'the documents are searched by a required call, the server is chosen and called, the answer streamed',
      async ask(world) {
        const turn = await streamTurn(await world.addPerson(), outsideQuestion);
        const [first] = bodiesOf(world.api).filter(({ thinking }) => thinking === undefined);
        const offered = first?.tools?.map(({ name }: { name: string }) => name);
        return found(
          'POST /api/chat/mcp {"mode": "agent"}, text/event-stream',
          { offered, choice: first?.tool_choice, calls: turn.calls, text: turn.text },
          first?.tool_choice.type === 'any' &&
            offered.join() === 'retrieve_context' &&
            turn.calls.join() === 'documents.retrieve_context ok,parcels.track_parcel ok' &&
            turn.text === 'The parcel is in Hamburg.' &&
            turn.deltas > 1,
        );
      },
    },
    {
      name: 'a parameter that the model refuses is left out at once, and not sent again by that step',
      async ask(world) {
        const before = bodiesOf(world.api).length;
        const turn = await streamTurn(await world.addPerson(), outsideQuestion);
        const all = bodiesOf(world.api);
        const refused = all.filter(({ thinking }) => thinking !== undefined).length;
        const later = all.slice(before).filter(({ thinking }) => thinking !== undefined).length;
        return found(
          `POST ${path} of two turns`,
          { requests: all.length, refused, later, status: turn.status },
          turn.status === 'done' && refused > 0 && refused <= steps && later === 0,
        );
      },
    },
    {
      name: 'the API gets the question and its own key, no person, no key and no header of ours',
      async ask(world) {
        const { api, owner, people, pool } = world;
        const sent = api.requests.map((one) => JSON.stringify([one.path, one.headers, one.body]));
        const { rows } = await pool.query(
          `select id as secret from auth."user" union select id from auth.organization
           union select email from auth."user" union select token from auth.session`,
        );
        const ours = [
          owner.apiKey,
          ...people.map((person) => person.api.apiKey),
          ...rows.map(({ secret }) => String(secret)),
          'lct_',
          'eyJ',
          strangersToken,
          'metadata',
          'traceparent',
        ].filter((text) => text !== '');
        const leaked = ours.filter((text) => sent.some((one) => one.includes(text)));
        const paths = [...new Set(api.requests.map((one) => `${one.method} ${one.path}`))];
        const names = [...new Set(api.requests.flatMap(({ headers }) => Object.keys(headers)))];
        const hasKey = api.requests.every(
          ({ headers }) => headers.authorization === `Bearer ${key}`,
        );
        return found(
          'all that was sent to the API',
          { paths, leaked, hasKey, headers: names.toSorted().join(' ') },
          leaked.length === 0 &&
            hasKey &&
            paths.every((one) => /^(POST \/v1\/messages|GET \/v1\/models)/.test(one)),
        );
      },
    },
  ],
});
