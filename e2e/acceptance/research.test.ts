import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ResearchResponse } from '@lectern/contracts';
import { Api } from '../suite/api.ts';
import { connectMcp } from '../suite/mcp-client.ts';
import { readEvents } from '../suite/read-events.ts';
import { startTemporarySuite, type TemporarySuite } from '../suite/temporary-suite.ts';

/** A question whose trials, publications and links the recorded services have. */
const query = 'Trials of lumiravir in Marlow fever and the papers that report them';
const chat = { message: query, mode: 'research' };
/** Time enough for a busy machine. */
const time_budget_ms = 60_000;
const maxStartMs = 300_000;

describe('research over recorded literature', () => {
  let suite: TemporarySuite;
  let api: Api;
  beforeAll(async () => {
    suite = await startTemporarySuite({ settings: { NCBI_API_KEY: 'key-of-the-reader' } });
    api = new Api(suite.url, suite.credentials.api_key);
  }, maxStartMs);
  afterAll(async () => suite?.[Symbol.asyncDispose](), maxStartMs);

  async function research(more: object = {}): Promise<ResearchResponse> {
    const json = { query, time_budget_ms, ...more };
    const options = { json, timeoutMs: 90_000 };
    const { status, body } = await api.request('POST', '/api/research', options);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  }

  it('answers at its MCP tool as at its route', async () => {
    const { answer } = await research();
    const client = await connectMcp(api);
    const given = { name: 'research', arguments: { query, time_budget_ms: 30_000 } };
    const { structuredContent } = await client.callTool(given);
    await client.close();
    expect(structuredContent).toMatchObject({ answer });
    expect((structuredContent as unknown as ResearchResponse).tables.trials).not.toEqual([]);
  });

  it('answers in a conversation, and its run is read by the message', async () => {
    const { body } = await api.request('POST', '/api/chat/mcp', { json: chat });
    expect(body.answer).toContain('NCT99000001');
    const run = await api.request('GET', `/api/research/${body.message_id}`);
    expect(run.body.result.tables.trials).not.toEqual([]);
  });

  it('streams a turn as any other, with tools as they begin and end', async () => {
    const headers = { accept: 'text/event-stream' };
    const response = await api.open('POST', '/api/chat/mcp', { json: chat, headers });
    const text = await response.text();
    for (const part of ['data-status', 'text-delta', 'data-citations']) {
      expect(text).toContain(`"type":"${part}"`);
    }
    expect(text).toMatch(/tool_start[\s\S]*tool_end/);
  });

  it('resumes a run after llm was killed, without the nodes that were done', async () => {
    const count = () => suite.literature.requests.count('ncbi');
    const first = count();
    await research({ fetch_policy: 'network_only' });
    const whole = count() - first;
    suite.literature.setFault('clinicaltrials', 'slow');
    const response = await api.open('POST', '/api/research', {
      json: { query, time_budget_ms, fetch_policy: 'network_only' },
      headers: { accept: 'text/event-stream' },
    });
    let id = '';
    try {
      for await (const { event, data } of readEvents(response)) {
        if (event !== 'node') continue;
        id = data.checkpoint_id;
        if (data.node === 'pubmed_get' && data.status === 'done') break;
      }
    } finally {
      suite.literature.setFault('clinicaltrials', undefined);
    }
    // A node tells that it is done just before its result is kept.
    await delay(1_000);
    await suite.processes.llm.kill();
    await suite.processes.llm.whenRunning();
    const run = await resumeWhenFree(api, `/api/research/${id}/resume`);
    expect(run.partial).toBe(false);
    expect(run.tables.trials).not.toEqual([]);
    expect(run.tables.publications).not.toEqual([]);
    expect(count() - first - whole).toBeLessThanOrEqual(whole);
  }, 300_000);

  // Last: it counts the requests of the cases above.
  it('keeps to the published rates', () => {
    expect(suite.literature.requests.maxWithin('ncbi', 1_000)).toBeLessThanOrEqual(10);
    expect(suite.literature.requests.maxWithin('clinicaltrials', 60_000)).toBeLessThanOrEqual(50);
  });
});

/** A run counts as running until its last sign of life is old. */
async function resumeWhenFree(api: Api, path: string): Promise<ResearchResponse> {
  const deadline = Date.now() + 100_000;
  for (;;) {
    const { status, body } = await api.request('POST', path, { json: { time_budget_ms } });
    if (status !== 409) return body;
    const waitS = Number(body.error?.details?.retry_after ?? 1);
    if (Date.now() + waitS * 1_000 > deadline) throw new Error(JSON.stringify(body));
    await delay(waitS * 1_000);
  }
}
