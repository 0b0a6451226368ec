import { describe, expect, it } from '@jest/globals';
import type { ChatResponse, QuotaUse } from '@lectern/contracts';
import { startFakeMcp } from '../../test/fake-mcp.ts';
import { startLlm } from '../../test/start-llm.ts';

describe('ratings', () => {
  it('are as many as the organisation may keep, also when many come at once', async () => {
    await using mcp = await startFakeMcp(() => []);
    await using llm = await startLlm({ mcpUrl: mcp.url, quotas: { feedback: 2 } });
    const asked = await Promise.all(
      [1, 2, 3, 4].map(async (number) => {
        const message = `What is ${number}?`;
        return (await (await llm.chat({ message })).json()) as ChatResponse;
      }),
    );
    const paths = asked.map(
      ({ conversation_id, message_id }) =>
        `/conversations/${conversation_id}/messages/${message_id}/feedback`,
    );
    const rate = (path: string) => llm.call('PUT', path, { body: { rating: 'good' } });
    const answers = await Promise.all(paths.map(rate));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    const refused = answers.findIndex(({ status }) => status === 409);
    expect(await answers[refused]?.json()).toMatchObject({
      error: { code: 'quota_exceeded', details: { quota: 'feedback', used: 2, limit: 2 } },
    });
    const kept = answers.findIndex(({ status }) => status === 200);
    expect((await rate(paths[kept] ?? '')).status).toBe(200);
    const shown = await (await llm.call('GET', '/api/quotas/conversations')).json();
    expect((shown as { quotas: QuotaUse[] }).quotas).toContainEqual({
      quota: 'feedback',
      used: 2,
      limit: 2,
    });
    expect((await llm.call('DELETE', paths[kept] ?? '')).status).toBe(204);
    expect((await rate(paths[refused] ?? '')).status).toBe(200);
  });
});
