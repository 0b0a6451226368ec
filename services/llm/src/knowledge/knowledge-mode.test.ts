import { describe, expect, it } from '@jest/globals';
import { type ChatResponse, chatResponseSchema } from '@lectern/contracts';
import type { ModelEvent } from '@lectern/models';
import { startFakeMcp } from '../../test/fake-mcp.ts';
import { bridge, injected, tower } from '../../test/passages.ts';
import { calls, ScriptedModel, says } from '../../test/scripted-model.ts';
import { startLlm } from '../../test/start-llm.ts';

async function answerOf(response: Promise<Response>): Promise<ChatResponse> {
  return chatResponseSchema.parse(await (await response).json());
}

describe('mode knowledge with a model', () => {
  it('lets a model that honours `required` choose the query, and offers the search again', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    const model = new ScriptedModel(
      [
        calls('retrieve_context', { query: 'height of the Eiffel Tower', limit: 100 }),
        says('330 metres [1].'),
      ],
      ['none', 'auto', 'required'],
    );
    await using llm = await startLlm({ mcpUrl: mcp.url, model });
    await llm.chat({ message: 'How tall is it?' });
    expect(mcp.calls.map(({ query }) => query)).toEqual(['height of the Eiffel Tower']);
    expect(mcp.calls[0]?.arguments).toEqual({ query: 'height of the Eiffel Tower' });
    expect(model.requests[0]).toMatchObject({
      toolChoice: 'required',
      tools: [{ name: 'retrieve_context' }],
    });
    expect(model.requests[1]).toMatchObject({
      toolChoice: 'auto',
      tools: [{ name: 'retrieve_context' }, { name: 'no_answer' }],
    });
    const { rows } = await llm.pool.query('select forced from llm.tool_calls');
    expect(rows).toEqual([{ forced: false }]);
  });

  it('adds up several calls, at most four, and numbers each document once', async () => {
    await using mcp = await startFakeMcp(({ query }) =>
      query === 'bridges' ? [bridge, tower] : [tower],
    );
    const queries = ['towers', 'bridges', 'more towers', 'paint', 'too much'];
    const model = new ScriptedModel(
      [
        () => [
          ...queries.map((query, at): ModelEvent => {
            const call = { id: `call-${at}`, name: 'retrieve_context', arguments: { query } };
            return { type: 'tool_call', call };
          }),
          { type: 'finish', reason: 'tool_calls' },
        ],
        says('It is 330 metres tall [1]. The bridge opened in 1937 [2]. See [3].'),
      ],
      ['none', 'auto', 'required'],
    );
    await using llm = await startLlm({ mcpUrl: mcp.url, model });
    const answer = await answerOf(llm.chat({ message: 'Tell me about towers and bridges' }));
    expect(mcp.calls.map(({ query }) => query).toSorted()).toEqual(queries.slice(0, 4).toSorted());
    expect(answer.tool_calls).toHaveLength(4);
    expect(answer.citations.map(({ n, title, supported }) => [n, title, supported])).toEqual([
      [1, 'Towers', true],
      [2, 'Bridges', true],
    ]);
    expect(answer.warnings).toMatchObject([{ code: 'citation_invalid' }]);
  });

  it('makes the call itself when the model does not', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    const model = new ScriptedModel(
      [says('I would rather talk.'), says('330 metres [1].')],
      ['none', 'auto', 'required'],
    );
    await using llm = await startLlm({ mcpUrl: mcp.url, model });
    await llm.chat({ message: 'How tall is the tower?' });
    expect(mcp.calls.map(({ query }) => query)).toEqual(['How tall is the tower?']);
    const { rows } = await llm.pool.query('select forced from llm.tool_calls');
    expect(rows).toEqual([{ forced: true }]);
  });

  it('does nothing but search, and no search twice, when a document asks for it', async () => {
    await using mcp = await startFakeMcp(() => [injected]);
    const model = new ScriptedModel(
      [
        calls('retrieve_context', { query: 'office hours' }),
        calls('retrieve_context', { query: 'secret' }),
      ],
      ['none', 'auto', 'required'],
    );
    await using llm = await startLlm({ mcpUrl: mcp.url, model });
    await llm.chat({ message: 'What are the office hours?' });
    expect(mcp.calls.map(({ query }) => query)).toEqual(['office hours', 'secret']);
    const prompt = model.requests[1]?.messages.at(-1)?.content ?? '';
    expect(prompt.match(/<\/sources>/g)).toHaveLength(1);
    const offered = model.requests.flatMap(({ tools = [] }) => tools.map(({ name }) => name));
    expect(new Set(offered)).toEqual(new Set(['retrieve_context', 'no_answer']));
  });

  it('searches again in other words, discards what was written before, and adds up', async () => {
    await using mcp = await startFakeMcp(({ query }) => (query === 'span' ? [bridge] : [tower]));
    const model = new ScriptedModel(
      [
        calls('retrieve_context', { query: 'tower' }),
        () => [
          { type: 'text', text: 'Let me look.' },
          {
            type: 'tool_call',
            call: { id: 'call-2', name: 'retrieve_context', arguments: { query: 'span' } },
          },
          { type: 'finish', reason: 'tool_calls' },
        ],
        says('It is 330 metres tall [1], the span is 1280 metres long [2].'),
      ],
      ['none', 'auto', 'required'],
    );
    await using llm = await startLlm({ mcpUrl: mcp.url, model });
    const answer = await answerOf(llm.chat({ message: 'Compare the tower and the span' }));
    expect(mcp.calls.map(({ query }) => query)).toEqual(['tower', 'span']);
    expect(answer.answer).toBe('It is 330 metres tall [1], the span is 1280 metres long [2].');
    expect(answer.citations.map(({ n, title, supported }) => [n, title, supported])).toEqual([
      [1, 'Towers', true],
      [2, 'Bridges', true],
    ]);
  });

  it('lets the model answer where the evidence is low, and refuse by a tool', async () => {
    await using mcp = await startFakeMcp(() => [tower], { evidence: 0 });
    const choices = ['none', 'auto', 'required'] as const;
    const search = calls('retrieve_context', { query: 'tower' });
    const reader = new ScriptedModel([search, says('It is 330 metres tall [1].')], choices);
    await using llm = await startLlm({ mcpUrl: mcp.url, model: reader });
    const read = await answerOf(llm.chat({ message: 'How tall is it?' }));
    expect(read).toMatchObject({ abstained: false, citations: [{ n: 1, supported: true }] });
    const refuser = new ScriptedModel([search, calls('no_answer', {})], choices);
    await using other = await startLlm({ mcpUrl: mcp.url, model: refuser });
    const refused = await answerOf(other.chat({ message: 'Who painted it?' }));
    expect(refused).toMatchObject({ abstained: true, citations: [] });
    expect(refused.answer).toMatch(/could not find an answer/);
  });

  it('removes citations of sources that were not found, and says so', async () => {
    await using mcp = await startFakeMcp(() => [tower, bridge]);
    const model = new ScriptedModel([
      says('The tower is 330 metres tall [1', '][7], see also [9].'),
    ]);
    await using llm = await startLlm({ mcpUrl: mcp.url, model });
    expect(await llm.chat({ message: 'How tall?' }).then((r) => r.json())).toMatchObject({
      answer: 'The tower is 330 metres tall [1], see also.',
      citations: [{ n: 1, supported: true }],
      warnings: [{ code: 'citation_invalid' }, { code: 'citation_invalid' }],
    });
  });

  it('marks what its source does not say', async () => {
    await using mcp = await startFakeMcp(() => [tower, bridge]);
    const model = new ScriptedModel([says('The tower is 324 metres tall [1].')]);
    await using llm = await startLlm({ mcpUrl: mcp.url, model });
    expect(await llm.chat({ message: 'How tall?' }).then((r) => r.json())).toMatchObject({
      citations: [{ n: 1, supported: false }],
      warnings: [{ code: 'citation_unsupported' }],
    });
  });

  it('adds citations to an answer that came without', async () => {
    await using mcp = await startFakeMcp(() => [tower, bridge]);
    const model = new ScriptedModel([says('The Golden Gate Bridge opened in 1937.')]);
    await using llm = await startLlm({ mcpUrl: mcp.url, model });
    expect(await llm.chat({ message: 'When?' }).then((r) => r.json())).toMatchObject({
      answer: 'The Golden Gate Bridge opened in 1937. [2]',
      citations: [{ n: 2, supported: true, page: 7 }],
      warnings: [],
    });
  });

  it('abstains when the model finds no answer in the sources', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    const model = new ScriptedModel([says('NO_', 'ANSWER')]);
    await using llm = await startLlm({ mcpUrl: mcp.url, model });
    expect(
      await llm.chat({ message: '埃菲尔铁塔是谁设计的？' }).then((r) => r.json()),
    ).toMatchObject({
      answer: '在文档中没有找到这个问题的答案。',
      abstained: true,
      citations: [],
    });
  });
});
