import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { chatResponseSchema } from '@lectern/contracts';
import { eventually } from '@lectern/testing';
import { query, readJson, setUpTestSite } from './set-up-test-site.ts';

const site = await setUpTestSite();

describe('research in a conversation', () => {
  it('is told in a conversation by the same rule, in every form, and whole again with the right', async () => {
    const message = 'What does our protocol say about remdesivir?';
    const asked = { message, message_id: randomUUID(), mode: 'research' };
    const asks = await site.call('POST', '/chat/mcp', asked);
    const turn = chatResponseSchema.parse(await asks.json());
    expect(turn.answer).toContain('“Remdesivir protocol”: “Our protocol gives remdesivir 200 mg');
    const read = async (path: string) => (await site.call('GET', path)).text();
    const { conversation_id: id, message_id } = turn;
    const again = { ...asked, conversation_id: id };
    const readAll = async () => ({
      repeated: await (await site.call('POST', '/chat/mcp', again)).text(),
      streamed: await (await site.stream(again)).text(),
      messages: await read(`/conversations/${id}/messages`),
      json: await read(`/conversations/${id}/export?format=json`),
      markdown: await read(`/conversations/${id}/export?format=markdown`),
      bibtex: await read(`/conversations/${id}/export?format=bibtex`),
      run: await read(`/research/${message_id}`),
      csv: await read(`/research/${message_id}/export?format=csv&table=documents`),
      runMarkdown: await read(`/research/${message_id}/export?format=markdown`),
      runBibtex: await read(`/research/${message_id}/export?format=bibtex`),
      runRis: await read(`/research/${message_id}/export?format=ris`),
      feedback: await read('/feedback'),
    });
    const rated = await site.call('PUT', `/conversations/${id}/messages/${message_id}/feedback`, {
      rating: 'good',
    });
    expect(rated.status).toBe(200);
    const before = await readAll();
    for (const [form, text] of Object.entries(before)) {
      expect([form, text]).toEqual([form, expect.stringContaining('Remdesivir protocol')]);
    }
    for (const { document_id } of turn.citations) site.own.withdrawn.add(document_id);
    const during = await readAll();
    site.own.withdrawn.clear();
    for (const [form, text] of Object.entries(during)) {
      expect([form, text.match(/Remdesivir protocol|200 mg/)?.[0]]).toEqual([form, undefined]);
    }
    const { csv: _csv, runRis: _ris, ...telling } = during;
    for (const [form, text] of Object.entries(telling)) {
      expect([form, text]).toEqual([form, expect.stringContaining('its document was deleted')]);
    }
    expect(await readAll()).toEqual(before);
  });

  it('gives a conversation the bibliography of all that its runs found', async () => {
    const first = chatResponseSchema.parse(
      await (await site.call('POST', '/chat/mcp', { message: query, mode: 'research' })).json(),
    );
    const conversation_id = first.conversation_id;
    const message = 'What does PMID 990000003 say?';
    await site.call('POST', '/chat/mcp', { message, conversation_id });
    const exported = await site.call(
      'GET',
      `/conversations/${conversation_id}/export?format=bibtex`,
    );
    const keys = [...(await exported.text()).matchAll(/^@\w+\{(.+),$/gm)].map(([, key]) => key);
    expect(keys).toEqual(expect.arrayContaining(['pmid990000001', 'pmid990000003', 'NCT99000001']));
    expect(new Set(keys).size).toBe(keys.length);
    const own = await (
      await site.call('GET', `/research/${first.message_id}/export?format=bibtex`)
    ).text();
    expect(own).toContain('@article{pmid990000001,');
  });

  it('streams a conversation its answer as text', async () => {
    const response = await site.stream({
      message: 'What does PMID 990000003 say?',
      mode: 'research',
    });
    const parts = [...(await response.text()).matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) =>
      JSON.parse(data),
    );
    const told = parts.filter(({ type }) => type === 'text-delta').map(({ delta }) => delta);
    expect(told.join('')).toContain('This publication was retracted.');
  });

  it('answers in a conversation, is read by its message, and goes with it', async () => {
    const asks = await site.call('POST', '/chat/mcp', { message: query, mode: 'research' });
    const turn = chatResponseSchema.parse(await asks.json());
    expect(turn.answer).toContain('(https://clinicaltrials.gov/study/NCT99000001)');
    expect(turn.answer).toContain('## Trials');
    expect(turn.answer).toMatch(/\| 990000001 \|/);
    expect(turn.tool_calls).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          server: 'literature',
          tool: 'clinicaltrials_search',
          status: 'ok',
          arguments: expect.objectContaining({ fetch_policy: 'cache_then_network' }),
        }),
      ]),
    );
    const traced = await readJson(site.call('GET', `/research/${turn.message_id}`));
    expect(turn.tool_calls.map(({ tool }) => tool).toSorted()).toEqual(
      traced.result.trace.tool_calls.map(({ tool }: { tool: string }) => tool).toSorted(),
    );
    const run = await site.call('GET', `/research/${turn.message_id}`);
    expect(await run.json()).toMatchObject({ query, result: { abstained: false } });
    const again = await site.call(
      'POST',
      `/conversations/${turn.conversation_id}/messages/${turn.message_id}/regenerate`,
      {},
    );
    expect(chatResponseSchema.parse(await again.json()).answer).toContain('NCT99000001');
    await site.call('DELETE', `/conversations/${turn.conversation_id}`);
    expect((await site.call('GET', `/research/${turn.message_id}`)).status).toBe(404);
    await site.call('DELETE', `/internal/bin/${turn.conversation_id}`);
    await eventually(async () => {
      const { rows } = await site.database.pool.query(
        'select count(*)::int as count from llm.checkpoints where thread_id = $1',
        [`research:${turn.message_id}`],
      );
      return rows[0].count === 0;
    });
  });

  it('refuses a message that is too long for it, before a conversation begins', async () => {
    const refused = await site.call('POST', '/chat/mcp', {
      message: 'fever '.repeat(400),
      mode: 'research',
    });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { code: 'invalid_request', details: { field: 'message' } },
    });
    const { rows } = await site.database.pool.query(
      "select count(*)::int as count from llm.conversations where title like 'fever fever%'",
    );
    expect(rows[0].count).toBe(0);
  });
});
