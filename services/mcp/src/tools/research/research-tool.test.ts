import { describe, expect, it } from '@jest/globals';
import type { ResearchNodeEvent } from '@lectern/contracts';
import { type RecordedAnswer, startRecordedHttp } from '@lectern/testing';
import { connectClient, startMcp } from '../../../test/start-mcp.ts';

const nobody = 'http://127.0.0.1:9';
const node: ResearchNodeEvent = {
  node: 'pubmed_search',
  status: 'started',
  latency_ms: null,
  rows: null,
  cache_hit: null,
  error: null,
};
const refusal = { error: { code: 'rate_limited', message: 'Later.', request_id: 'r' } };

const send = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** The messages of a call whose run answers so, and the call's own result. */
async function research(answer: RecordedAnswer, wantsProgress: boolean) {
  await using llm = await startRecordedHttp({ 'POST /research': answer });
  await using mcp = await startMcp(nobody, { LLM_SERVICE_URL: llm.url });
  const client = await connectClient(mcp);
  const told: { readonly progress: number; readonly message: string | undefined }[] = [];
  const result = await client.callTool(
    { name: 'research', arguments: { query: 'trials of semaglutide' } },
    wantsProgress
      ? { onprogress: ({ progress, message }) => told.push({ progress, message }) }
      : {},
  );
  await client.close();
  const [sent] = llm.requests;
  return { told, result, accept: sent?.headers.accept };
}

describe('research', () => {
  it('tells each step of the run to a caller who wants to know', async () => {
    const { told, result } = await research(
      {
        headers: { 'content-type': 'text/event-stream' },
        chunks: [
          send('node', node),
          send('node', { ...node, status: 'done', rows: 3 }),
          send('error', refusal),
        ],
      },
      true,
    );
    expect(told).toEqual([
      { progress: 1, message: 'pubmed_search: started' },
      { progress: 2, message: 'pubmed_search: done, 3 found' },
    ]);
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain('rate_limited');
  });

  it('tells nobody else, and asks for the whole answer at once', async () => {
    const { told, accept } = await research({ status: 429, body: refusal }, false);
    expect(told).toEqual([]);
    expect(accept).not.toContain('text/event-stream');
  });
});
