import { describe, expect, it } from '@jest/globals';
import { type AgentToolFailure, chatResponseSchema } from '@lectern/contracts';
import { startFakeMcp } from '../../test/fake-mcp.ts';
import { decide, type FakeTool, type FakeToolsOptions } from '../../test/fake-tools.ts';
import { tower } from '../../test/passages.ts';
import { weather as forecastOfCity, startAgent, timedOut } from '../../test/start-agent.ts';
import type { LlmOptions } from '../../test/start-llm.ts';

/** A tool that a question alone can fill. */
const weather: FakeTool = { ...forecastOfCity, arguments: ['search_query'] };

const issues: FakeTool = { server: 'tracker', name: 'find_issues' };

describe('mode agent without a language model', () => {
  const extractive = { model: undefined } as Partial<LlmOptions>;

  async function ask(text: string, tools: Partial<FakeToolsOptions>) {
    await using agent = await startAgent([], { tools: [weather, issues], ...tools }, extractive);
    const { fake, llm } = agent;
    const answer = await agent.ask(text);
    if (!answer.approval) return { answer, fake };
    const denied = await llm.call(
      'POST',
      `/conversations/${answer.conversation_id}/approvals/${answer.approval.id}`,
      { body: { decision: 'deny' } },
    );
    return { answer: chatResponseSchema.parse(await denied.json()), fake };
  }

  it('answers from the documents where they answer', async () => {
    const { answer, fake } = await ask('How tall is the Eiffel Tower?', {});
    expect(answer).toMatchObject({
      answer: 'The tower is 330 metres tall. [1]',
      citations: [{ n: 1, supported: true }],
      route: { server: 'documents', reason: 'The documents answer it.' },
    });
    expect(fake.calls).toEqual([]);
  });

  it('calls a tool that needs a query alone, and shows what which server says', async () => {
    const { answer, fake } = await ask('Will it rain in Lisbon tomorrow?', {
      answer: () => 'Sunny [1].',
    });
    expect(fake.calls).toMatchObject([
      { server: 'weather', arguments: { search_query: 'Will it rain in Lisbon tomorrow?' } },
    ]);
    expect(answer.answer).toBe('weather: Sunny (1).');
    expect(answer.citations).toEqual([]);
  });

  it('says in the language of the question that a declined call was not made', async () => {
    const tools = [{ ...weather, needsConfirmation: true }];
    const { answer, fake } = await ask('Will it rain in Lisbon tomorrow?', { tools });
    expect(fake.calls).toEqual([]);
    expect(answer.answer).toBe('You declined the call, so get_forecast was not called.');
    const russian = await ask('Пойдёт ли завтра дождь в Лиссабоне?', { tools });
    expect(russian.answer.answer).toBe('Вы отклонили вызов, поэтому get_forecast не был вызван.');
  });

  it('says that a call was not made of a tool that was changed after its person agreed', async () => {
    const changed: AgentToolFailure = {
      kind: 'failure',
      code: 'confirmation_required',
      message: 'The tool was changed.',
      may_have_run: false,
      duration_ms: 3,
    };
    await using agent = await startAgent(
      [],
      { tools: [{ ...weather, needsConfirmation: true }], answer: () => changed },
      extractive,
    );
    const asked = await agent.ask('Will it rain in Lisbon tomorrow?');
    const path = `/conversations/${asked.conversation_id}/approvals/${asked.approval?.id}`;
    const agreed = await agent.llm.call('POST', path, { body: { decision: 'approve' } });
    expect(chatResponseSchema.parse(await agreed.json()).answer).toBe(
      'get_forecast or its server was changed in the meantime, so it was not called. Ask again if it still should be.',
    );
  });

  it('says of a call that may have been made that its outcome is not known', async () => {
    const { answer } = await ask('Will it rain in Lisbon tomorrow?', { answer: () => timedOut });
    expect(answer.answer).toBe(
      'get_forecast was called but gave no answer: whether it did what it was called for is not known.',
    );
  });

  it.each([
    ['one that is no query', { arguments: ['city'] }, 'city'],
    ['a query beside another that is needed', { arguments: ['query', 'day'] }, 'query, day'],
    ['none that is needed, and no query', { arguments: ['city'], needed: [] }, 'city'],
  ])('makes up no arguments, and asks for them: %s', async (_what, shape, names) => {
    const tools = [{ ...weather, ...shape }];
    const { answer, fake } = await ask('Will it rain in Lisbon tomorrow?', { tools });
    expect(fake.calls).toEqual([]);
    expect(answer).toMatchObject({
      answer: `get_forecast of weather fits, but I cannot fill in its arguments. Please give them: ${names}.`,
      abstained: false,
      citations: [],
    });
    const russian = await ask('Пойдёт ли завтра дождь в Лиссабоне?', { tools });
    expect(russian.answer.answer).toContain(`Укажите их: ${names}.`);
  });

  it('calls a tool whose query may be left out', async () => {
    const { fake } = await ask('Will it rain in Lisbon tomorrow?', {
      tools: [{ ...weather, needed: [] }],
    });
    expect(fake.calls).toHaveLength(1);
  });

  it('sends a tool what the person asked, and no answer before it', async () => {
    let found = [tower];
    await using mcp = await startFakeMcp(() => found);
    await using agent = await startAgent(
      [],
      { tools: [weather, issues] },
      { mcpUrl: mcp.url, ...extractive },
    );
    const { conversation_id, answer } = await agent.ask('How tall is the Eiffel Tower?');
    expect(answer).toContain('330 metres');
    found = [];
    await agent.ask('And will it rain in Lisbon?', conversation_id);
    const { calls } = agent.fake;
    for (const { arguments: sent } of calls) expect(JSON.stringify(sent)).not.toContain('330');
    expect(calls).toHaveLength(1);
  });

  it('asks which server is meant where the scores cannot tell', async () => {
    const { answer } = await ask('Will it rain in Lisbon tomorrow?', {
      search: () => ({
        servers: [
          { name: 'weather', score: 0.5 },
          { name: 'tracker', score: 0.5 },
          { name: 'calendar', score: 0.1 },
        ],
        decision: { ...decide(null, 'ambiguous'), choices: ['weather', 'tracker'] },
      }),
    });
    expect(answer).toMatchObject({
      answer: 'Which of these should I use: weather, tracker?',
      abstained: false,
      route: {
        server: null,
        candidates: ['weather', 'tracker', 'calendar'],
        scores: [0.5, 0.5, 0.1],
        reason: 'By the scores.',
      },
    });
  });

  it('abstains where none is left of the servers that fit alike', async () => {
    const { answer, fake } = await ask('Will it rain in Lisbon tomorrow?', {
      search: () => ({
        servers: [{ name: 'calendar', score: 0.1 }],
        decision: { ...decide(null, 'ambiguous'), choices: ['weather', 'tracker'] },
      }),
    });
    expect(fake.calls).toEqual([]);
    expect(answer).toMatchObject({ abstained: true });
  });

  it('abstains where the scores find nothing relevant', async () => {
    const { answer, fake } = await ask('Will it rain in Lisbon tomorrow?', {
      search: () => ({ servers: [{ name: 'tracker', score: 0.1 }], decision: decide(null) }),
    });
    expect(fake.calls).toEqual([]);
    expect(answer).toMatchObject({ abstained: true, citations: [] });
  });
});
