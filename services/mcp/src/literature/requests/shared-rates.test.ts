import { describe, expect, it } from '@jest/globals';
import { callTool, startLiteratureSite } from '../../../test/start-literature.ts';

const rates = {
  ncbi: { requests: 3, windowMs: 1_000 },
  clinicaltrials: { requests: 50, windowMs: 60_000 },
};

describe('rates of outside services', () => {
  it('are kept by two replicas together under many calls at once', async () => {
    const delays = { esearch: 60, esummary: 0, efetch: 60, espell: 0, studies: 20 };
    await using site = await startLiteratureSite({ rates, delays });
    const replicas = [await site.startReplica(), await site.startReplica()];
    const calls = Array.from({ length: 12 }, (_, index) => {
      const replica = replicas[index % 2] as (typeof replicas)[number];
      return callTool(replica, 'pubmed_get', {
        pmids: [String(700_000_000 + index)],
        max_attempts: 1,
      });
    });
    const answers = await Promise.all(calls);
    expect(answers.filter(({ error }) => error)).toEqual([]);
    expect(site.recorded.requests.count('ncbi')).toBe(12);
    expect(site.recorded.requests.maxWithin('ncbi', 1_000)).toBeLessThanOrEqual(3);
  });

  it('go round among organisations, so that none with many calls holds up another one', async () => {
    await using site = await startLiteratureSite({ rates });
    const mcp = await site.startReplica();
    const many = Array.from({ length: 8 }, (_, index) =>
      callTool(mcp, 'pubmed_get', { pmids: [String(710_000_000 + index)] }),
    );
    const other = await mcp.identity.token({ userId: 'u2', organisationId: 'o2' });
    await many[0];
    const started = performance.now();
    await callTool(mcp, 'pubmed_get', { pmids: ['720000000'] }, other);
    const waitedMs = performance.now() - started;
    await Promise.all(many);
    expect(waitedMs).toBeLessThan(2_500);
  });
});
