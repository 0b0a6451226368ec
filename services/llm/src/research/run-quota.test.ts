import { describe, expect, it } from '@jest/globals';
import { startFakeMcp } from '../../test/fake-mcp.ts';
import { startLlm } from '../../test/start-llm.ts';

describe('research runs', () => {
  it('are as many as the organisation may keep, also when many begin at once', async () => {
    await using mcp = await startFakeMcp(() => []);
    await using llm = await startLlm({ mcpUrl: mcp.url, quotas: { researchRuns: 2 } });
    const ask = () =>
      llm.call('POST', '/research', {
        body: { query: 'Trials of lumiravir in Marlow fever', time_budget_ms: 100 },
      });
    const answers = await Promise.all([ask(), ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(await refused?.json()).toMatchObject({
      error: { code: 'quota_exceeded', details: { quota: 'research_runs', used: 2, limit: 2 } },
    });
    const shown = await (await llm.call('GET', '/api/quotas/conversations')).json();
    expect(shown).toMatchObject({
      quotas: [
        { quota: 'conversations' },
        { quota: 'research_runs', used: 2, limit: 2 },
        { quota: 'feedback' },
        { quota: 'model_connections' },
      ],
    });
    const kept = answers.find(({ status }) => status === 200);
    if (!kept) throw new Error('no run began');
    const { checkpoint_id } = (await kept.json()) as { checkpoint_id: string };
    expect((await llm.call('DELETE', `/research/${checkpoint_id}`)).status).toBe(204);
    expect((await ask()).status).toBe(200);
  });
});
