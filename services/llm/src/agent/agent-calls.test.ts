import { describe, expect, it } from '@jest/globals';
import { startFakeMcp } from '../../test/fake-mcp.ts';
import { calls, type Script, says } from '../../test/scripted-model.ts';
import {
  callsForecast,
  search,
  startAgent,
  timedOut,
  toolsOf,
  weather,
} from '../../test/start-agent.ts';

describe('tool calls of mode agent', () => {
  it('reads on in a result that was cut, without calling its server again', async () => {
    const readOn =
      (result_id: string): Script =>
      ({ messages }) => {
        const contents = messages.map(({ content }) => content).join();
        const [, offset] = /and offset (\d+) reads on/.exec(contents) ?? [];
        return calls('read_result', { result_id, offset })({ messages }, AbortSignal.timeout(0));
      };
    await using agent = await startAgent(
      [
        ...callsForecast('weather in Paris'),
        says('weather in Paris'),
        readOn('7'),
        says('weather in Paris'),
        readOn('0'),
        says('weather in Paris'),
        says('It ends with snow.'),
      ],
      {
        answer: () => `${'rain '.repeat(1_500)}[1] snow`,
        tools: [weather, { server: 'weather', name: 'read_result' }],
      },
    );
    const answer = await agent.ask('Will it rain in Paris?');
    expect(toolsOf(answer)).toEqual([
      'documents.retrieve_context ok',
      'weather.get_forecast ok',
      'weather.read_result error',
      'weather.read_result ok',
    ]);
    expect(answer).toMatchObject({ answer: 'It ends with snow.', warnings: [] });
    expect(agent.fake.calls).toHaveLength(1);
    const { requests } = agent.model;
    expect(requests[3]?.tools?.map(({ name }) => name)).toEqual(['get_forecast', 'read_result']);
    expect(requests[5]?.tools?.map(({ name }) => name)).toEqual([
      'get_forecast',
      'read_result_2',
      'read_result',
    ]);
    expect(requests[7]?.messages.at(-1)?.content).toBe('There is no such result any more.');
    expect(agent.lastShown()).toMatch(
      /^<result tool="read_result">\n[rain ]*\(1\) snow\n<\/result>$/,
    );
  });

  it('calls a tool whose arguments have names that APIs of models refuse', async () => {
    await using agent = await startAgent(
      [
        search,
        says('flights'),
        says('flights'),
        calls('list', { _filter: 'Riga' }),
        says('flights'),
        says('There is one.'),
      ],
      { tools: [{ server: 'flights', name: 'list', arguments: ['$filter'] }] },
    );
    expect(await agent.ask('Which flights go to Riga?')).toMatchObject({
      answer: 'There is one.',
      tool_calls: [{}, { arguments: { $filter: 'Riga' } }],
    });
    expect(agent.fake.calls).toMatchObject([{ arguments: { $filter: 'Riga' } }]);
    const [offered] = agent.model.requests[3]?.tools ?? [];
    expect(Object.keys(offered?.parameters.properties ?? {})).toEqual(['_filter']);
  });

  it('shows no search that found nothing to a model that is to call a tool', async () => {
    await using mcp = await startFakeMcp(() => []);
    await using agent = await startAgent(
      [...callsForecast('weather in Paris'), says('weather in Paris'), says('It will rain.')],
      {},
      { mcpUrl: mcp.url },
    );
    expect(await agent.ask('Will it rain in Paris?')).toMatchObject({ answer: 'It will rain.' });
    const rolesOf = (place: number) =>
      agent.model.requests[place]?.messages.map(({ role }) => role);
    expect(rolesOf(3)).toEqual(['system', 'user']);
    expect(rolesOf(5)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'tool']);
  });

  it('makes a call once, and refuses what it cannot make', async () => {
    await using agent = await startAgent([
      ...callsForecast(),
      says('a query'),
      calls('get_forecast', { city: 'Paris' }),
      says('a query'),
      calls('delete_everything', {}),
      says('a query'),
      says('It rains.'),
    ]);
    const answer = await agent.ask();
    expect(agent.fake.calls).toHaveLength(1);
    expect(answer.answer).toBe('It rains.');
    const { messages, tools } = agent.model.requests.at(-1) ?? { messages: [] };
    expect(messages.map(({ content }) => content)).toEqual(
      expect.arrayContaining([
        'This call was made before; its result stands above.',
        'There is no tool of this name.',
      ]),
    );
    expect(tools).toBeUndefined();
  });

  it('stops calling tools at the bound of a turn', async () => {
    let count = 0;
    const callAgain: Script = (request, signal) => {
      const isOrchestrator = request.tools?.some(({ name }) => name === 'get_forecast');
      if (isOrchestrator)
        return calls('get_forecast', { city: `City ${count++}` })(request, signal);
      return says(request.maxTokens === 200 ? 'weather' : 'Enough.')(request, signal);
    };
    await using agent = await startAgent([search, callAgain]);
    const answer = await agent.ask();
    expect(answer.tool_calls).toHaveLength(8);
    expect(answer.answer).toBe('Enough.');
  });

  it('tells a failing server from a failing turn', async () => {
    await using agent = await startAgent(
      [...callsForecast(), says('a query'), says('The forecast is not available.')],
      {
        answer: () => ({
          kind: 'failure',
          code: 'server_unavailable',
          message: 'It does not answer.',
          may_have_run: false,
          duration_ms: 3,
        }),
      },
    );
    const answer = await agent.ask();
    expect(answer.tool_calls[1]).toMatchObject({
      status: 'error',
      summary: 'server_unavailable',
      duration_ms: 3,
    });
    expect(answer.answer).toBe('The forecast is not available.');
    expect(agent.lastShown()).toBe('The tool gave no answer: It does not answer.');
  });

  it('does not say of a call whose outcome is unknown that it was not made', async () => {
    await using agent = await startAgent(
      [...callsForecast(), says('a query'), says('Nobody knows.')],
      { answer: () => timedOut },
    );
    await agent.ask();
    const result = agent.lastShown();
    expect(result).not.toContain('not called');
    expect(result).toMatch(/in time\. Whether the tool did .* is not known: say so/);
  });
});
