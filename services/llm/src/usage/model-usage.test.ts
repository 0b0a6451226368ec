import { describe, expect, it } from '@jest/globals';
import type { ModelUse, Usage } from '@lectern/contracts';
import { createTestIdentity, type RecordedAnswer } from '@lectern/testing';
import { startFakeMcp } from '../../test/fake-mcp.ts';
import { tower } from '../../test/passages.ts';
import { ScriptedModel } from '../../test/scripted-model.ts';
import { startModels } from '../../test/set-up-models.ts';
import {
  type AskedCompletion,
  answerWith,
  callTool,
  startModelServer,
} from '../../test/start-model-server.ts';

const message = 'How tall is the Eiffel Tower?';
const today = new Date().toISOString().slice(0, 10);

function answers(asked: AskedCompletion): RecordedAnswer {
  return asked.tool_choice === 'required'
    ? callTool('retrieve_context', { query: 'height of the tower' })
    : answerWith('It is 330 metres tall [1].');
}

/** Answers the same without counting tokens. */
function answersUncounted(asked: AskedCompletion): RecordedAnswer {
  const { chunks = [], ...answer } = answers(asked) as { chunks?: string[] };
  return {
    ...answer,
    chunks: chunks.filter((chunk) => !chunk.includes('usage')),
  } as RecordedAnswer;
}

async function openSite(answer: (asked: AskedCompletion) => RecordedAnswer = answers) {
  const stack = new AsyncDisposableStack();
  const mcp = stack.use(await startFakeMcp(() => [tower]));
  const server = stack.use(await startModelServer(answer));
  const [gateway, rag] = [await createTestIdentity('gateway'), await createTestIdentity('rag')];
  const keys = [gateway, rag].flatMap(({ jwks }) => JSON.parse(jwks).keys);
  const identity = { ...gateway, jwks: JSON.stringify({ keys }) };
  const site = stack.use(
    await startModels({}, { mcpUrl: mcp.url, identity, titleModel: new ScriptedModel([]) }),
  );
  const model = await site.add({ name: 'Paid', model: 'm-1', base_url: server.baseUrl });
  const usage = async (person: 'owner' | 'member' | 'viewer' | 'stranger', query = '') => {
    const { status, body, text } = await site.as(person, `GET /usage${query}`);
    if (status !== 200) throw new Error(text);
    return body as Usage;
  };
  return {
    site,
    rag,
    server,
    model,
    usage,
    ask: (more: object = {}, person: 'member' | 'viewer' = 'member') =>
      site.as(person, 'POST /chat/mcp', { message, ...more }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const none: Partial<ModelUse> = { calls: 0, tokens_in: 0, tokens_out: 0 };

describe('usage', () => {
  it('counts every model call of a turn by person, model and day', async () => {
    await using open = await openSite();
    const { ask, usage, model } = open;
    expect((await ask()).status).toBe(200);
    const used = { calls: 2, failed_calls: 0, estimated_calls: 0, tokens_in: 20, tokens_out: 10 };
    const byPerson = await usage('owner', '?by=person');
    expect(byPerson).toMatchObject({ by: 'person', scope: 'organisation', total: used });
    expect(byPerson.usage).toMatchObject([{ id: 'member', name: null, ...used }]);
    expect(byPerson.usage[0]?.duration_ms).toBeGreaterThanOrEqual(0);
    const byModel = await usage('owner', '?by=model');
    expect(byModel.usage).toMatchObject([{ id: model.id, name: 'Paid', model: 'm-1', ...used }]);
    const byDay = await usage('owner', '?by=day&days=7');
    expect(byDay.usage).toHaveLength(7);
    expect(byDay.usage.at(-1)).toMatchObject({ id: today, ...used });
    expect(byDay.usage[0]).toMatchObject(none);
    expect(byDay.days.at(-1)).toMatchObject({ date: today, questions: 1 });
  });

  it('shows a person their own, and nothing to another organisation', async () => {
    await using open = await openSite();
    const { ask, usage } = open;
    await ask();
    await ask({}, 'viewer');
    expect((await usage('owner', '?by=person')).usage.map(({ id }) => id).toSorted()).toEqual([
      'member',
      'viewer',
    ]);
    const own = await usage('viewer', '?by=person');
    expect(own).toMatchObject({ scope: 'person', usage: [{ id: 'viewer', calls: 2 }] });
    expect(own.days.at(-1)).toMatchObject({ questions: 1, people: 1 });
    expect(await usage('stranger', '?by=person')).toMatchObject({ usage: [], total: none });
  });

  it('pages through people and refuses days that make no period', async () => {
    await using open = await openSite();
    const { ask, usage, site } = open;
    await ask();
    await ask({}, 'viewer');
    const first = await usage('owner', '?by=person&limit=1');
    expect(first.usage).toHaveLength(1);
    const rest = await usage('owner', `?by=person&limit=1&cursor=${first.next_cursor}`);
    expect(rest).toMatchObject({ usage: [{}], next_cursor: null, total: { calls: 4 } });
    for (const query of ['from=2026-02-03&to=2026-02-01', 'from=2020-01-01&to=2026-01-01']) {
      const refused = await site.as('owner', `GET /usage?${query}`);
      expect(refused).toMatchObject({
        status: 400,
        body: { error: { details: { field: 'from' } } },
      });
    }
    const unknown = await site.as('owner', 'GET /usage?by=team');
    expect(unknown).toMatchObject({ status: 400, body: { error: { details: { field: 'by' } } } });
  });

  it('estimates the tokens of a provider that counts none, and says so', async () => {
    await using open = await openSite(answersUncounted);
    await open.ask();
    const { total } = await open.usage('owner');
    expect(total).toMatchObject({ calls: 2, estimated_calls: 2, failed_calls: 0 });
    expect(total.tokens_in).toBeGreaterThan(20);
    expect(total.tokens_out).toBeGreaterThan(5);
  });

  it('counts a failed call once, whatever was tried again', async () => {
    await using open = await openSite(() => ({ status: 503, body: {} }));
    const { status } = await open.ask();
    expect(status).toBe(503);
    expect(open.server.requests.length).toBeGreaterThan(1);
    const { total } = await open.usage('owner');
    expect(total).toMatchObject({ calls: 1, failed_calls: 1, tokens_in: 0, tokens_out: 0 });
  });

  it('counts calls of the OpenAI-compatible API, and of completions', async () => {
    await using open = await openSite();
    const { site, usage } = open;
    const asked = { model: 'lectern-knowledge', messages: [{ role: 'user', content: message }] };
    expect((await site.as('member', 'POST /v1/chat/completions', asked)).status).toBe(200);
    expect((await usage('member')).total.calls).toBe(2);
    const body = {
      messages: [{ role: 'user', content: message }],
      organisation_id: 'organisation-1',
      user_id: 'member',
    };
    const token = await open.rag.serviceToken('rag');
    const completed = await site.llm.call('POST', '/internal/completions', { token, body });
    expect(completed.status).toBe(200);
    expect((await usage('member')).total).toMatchObject({ calls: 3, tokens_in: 30 });
  });

  it('shows the costs of a connection that has a price', async () => {
    await using open = await openSite();
    const { site, model, ask, usage } = open;
    const price = { input: 1_000, output: 2_000, currency: 'EUR' };
    const priced = await site.as('owner', `PATCH /models/${model.id}`, { price });
    expect(priced.body).toMatchObject({ price });
    await ask();
    const costs = [{ currency: 'EUR', amount: 0.04 }];
    expect(await usage('owner', '?by=model')).toMatchObject({
      total: { costs },
      usage: [{ costs }],
    });
    await site.as('owner', `PATCH /models/${model.id}`, { price: null });
    expect((await usage('owner', '?by=model')).total.costs).toEqual([]);
  });

  it('counts calls of the built-in model without tokens', async () => {
    await using open = await openSite();
    expect((await open.ask({ model: 'Built-in' })).status).toBe(200);
    const { usage } = await open.usage('owner', '?by=model');
    expect(usage).toMatchObject([
      { name: 'Built-in', calls: 1, tokens_in: 0, tokens_out: 0, estimated_calls: 0 },
    ]);
  });
});
