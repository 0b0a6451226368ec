import { describe, expect, it } from '@jest/globals';
import type { Budget, SetBudget } from '@lectern/contracts';
import type { RecordedAnswer } from '@lectern/testing';
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

/** A turn is two calls of 15 tokens. */
function answers(asked: AskedCompletion): RecordedAnswer {
  return asked.tool_choice === 'required'
    ? callTool('retrieve_context', { query: 'height of the tower' })
    : answerWith('It is 330 metres tall [1].');
}
const turnTokens = 30;

type Person = 'owner' | 'admin' | 'member' | 'viewer' | 'stranger';

async function openSite() {
  const stack = new AsyncDisposableStack();
  const mcp = stack.use(await startFakeMcp(() => [tower]));
  const server = stack.use(await startModelServer(answers));
  const site = stack.use(
    await startModels({}, { mcpUrl: mcp.url, titleModel: new ScriptedModel([]) }),
  );
  await site.llm.pool.query(
    `insert into auth.team (id, name, "organizationId", "createdAt")
     values ('team-2', 'Two', 'organisation-1', now()) on conflict do nothing`,
  );
  await site.add({ name: 'Paid', model: 'm-1', base_url: server.baseUrl });
  const set = async (budget: Partial<SetBudget>): Promise<Budget> => {
    const given = { scope: 'organisation', period: 'day', tokens: turnTokens, ...budget };
    const { status, body, text } = await site.as('owner', 'PUT /budgets', given);
    if (status !== 200) throw new Error(text);
    return body;
  };
  return {
    site,
    server,
    set,
    ask: (more: object = {}, person: Person = 'member') =>
      site.as(person, 'POST /chat/mcp', { message, ...more }),
    list: async (person: Person) =>
      (await site.as(person, 'GET /budgets')).body.budgets as Budget[],
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

describe('token budgets', () => {
  it('refuse a turn before its model is called, with what was used', async () => {
    await using open = await openSite();
    const { ask, set, server } = open;
    await set({ tokens: 20 });
    expect((await ask()).status).toBe(200);
    const calls = server.requests.length;
    const refused = await ask();
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'quota_exceeded',
          details: { quota: 'tokens_per_day', used: 30, limit: 20, left: 0, scope: 'organisation' },
        },
      },
    });
    const asked = { model: 'lectern-knowledge', messages: [{ role: 'user', content: message }] };
    const openAi = await open.site.as('member', 'POST /v1/chat/completions', asked);
    expect(openAi.status).toBe(409);
    expect((await open.site.as('member', 'POST /research', { query: message })).status).toBe(409);
    expect(server.requests).toHaveLength(calls);
    const { body } = await open.site.as('owner', 'GET /api/quotas/conversations');
    expect(body.quotas).toContainEqual({ quota: 'tokens_per_day', used: 30, limit: 20 });
  });

  it('leave the built-in model free', async () => {
    await using open = await openSite();
    await open.set({ tokens: 0 });
    expect((await open.ask()).status).toBe(409);
    const { status, body } = await open.ask({ model: 'Built-in' });
    expect(status).toBe(200);
    // A message has the model of the message before.
    const next = await open.ask({ conversation_id: body.conversation_id });
    expect(next.status).toBe(200);
  });

  it('return the answer of a repeated message', async () => {
    await using open = await openSite();
    await open.set({ tokens: 20 });
    const repeated = { message_id: 'message-1' };
    const { body } = await open.ask(repeated);
    expect(await open.ask(repeated)).toMatchObject({ status: 200, body });
    expect((await open.ask()).status).toBe(409);
  });

  it('bind a person and the people of a team', async () => {
    await using open = await openSite();
    const { ask, set, list } = open;
    await set({ scope: 'person', subject_id: 'viewer', tokens: 0 });
    expect((await ask({}, 'viewer')).status).toBe(409);
    expect((await ask({}, 'member')).status).toBe(200);
    await set({ scope: 'team', subject_id: 'team-1', period: 'month', tokens: turnTokens });
    expect((await ask({}, 'member')).body.error.details).toMatchObject({
      quota: 'tokens_per_month',
      scope: 'team',
    });
    expect((await ask({}, 'admin')).status).toBe(200);
    expect((await list('owner')).map(({ scope }) => scope)).toEqual(['person', 'team']);
    expect(await list('member')).toMatchObject([
      { scope: 'team', subject_id: 'team-1', used: 30, left: 0, tokens: 30 },
    ]);
    expect(await list('stranger')).toEqual([]);
  });

  it('are listed over all organisations, the fullest first, for their administrator alone', async () => {
    await using open = await openSite();
    const { site, set, ask } = open;
    await set({ tokens: 100 });
    await set({ scope: 'person', subject_id: 'viewer', tokens: 1 });
    await site.as('stranger', 'PUT /budgets', { scope: 'organisation', period: 'day', tokens: 9 });
    expect((await ask()).status).toBe(200);
    const path = 'GET /internal/limits';
    expect((await site.as('owner', path)).status).toBe(403);
    const token = await site.llm.identity.token({
      userId: 'owner',
      organisationId: 'organisation-1',
      isOperator: true,
    });
    const response = await site.llm.call('GET', '/internal/limits', { token });
    expect(await response.json()).toEqual({
      organisations: [
        {
          organisation_id: 'organisation-1',
          quotas: [{ quota: 'tokens_per_day', used: turnTokens, limit: 100 }],
        },
        {
          organisation_id: 'organisation-2',
          quotas: [{ quota: 'tokens_per_day', used: 0, limit: 9 }],
        },
      ],
    });
    const line = 'lectern_quota_used_ratio{quota="tokens_per_day",service="llm"} 0.3';
    expect(await site.llm.dependencies.metrics.expose()).toContain(line);
    // The next scrape does not sum the use again.
    await set({ tokens: 1_000 });
    expect(await site.llm.dependencies.metrics.expose()).toContain(line);
  });

  it('are changed by owners and admins of their organisation alone', async () => {
    await using open = await openSite();
    const { site, set, list } = open;
    const first = await set({ tokens: 5 });
    expect(await set({ tokens: 7 })).toMatchObject({ id: first.id, tokens: 7 });
    const foreign = await site.as('stranger', `DELETE /budgets/${first.id}`);
    expect(foreign).toMatchObject({ status: 404, body: { error: { code: 'budget_not_found' } } });
    const unknown = { scope: 'person', subject_id: 'stranger', period: 'day', tokens: 1 };
    expect(await site.as('owner', 'PUT /budgets', unknown)).toMatchObject({
      status: 400,
      body: { error: { details: { field: 'subject_id' } } },
    });
    expect((await site.as('admin', `DELETE /budgets/${first.id}`)).status).toBe(204);
    expect(await list('owner')).toEqual([]);
  });

  it('are overrun by one turn at most when several begin at once', async () => {
    await using open = await openSite();
    const { ask, set, server } = open;
    await set({ tokens: turnTokens + 1 });
    const turns = await Promise.all(Array.from({ length: 4 }, () => ask()));
    // The first leaves one token, on which the second runs.
    expect(turns.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    for (const { body } of turns.filter(({ status }) => status === 409)) {
      expect(body.error).toMatchObject({ code: 'quota_exceeded', details: { limit: 31 } });
      // The second turn may still be running when the others are refused.
      expect(body.error.details.used).toBeGreaterThanOrEqual(31);
    }
    expect(server.requests).toHaveLength(4);
    const { rows } = await open.site.llm.pool.query('select from llm.token_reservations');
    expect(rows).toHaveLength(0);
  });
});
