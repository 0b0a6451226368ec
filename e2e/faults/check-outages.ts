import assert from 'node:assert/strict';
import { searchDocumentsFailureSchema } from '@lectern/contracts';
import { eventually } from '@lectern/testing';
import type { Answer, Api } from '../suite/api.ts';
import { connectMcp, readToolJson } from '../suite/mcp-client.ts';
import type { Report } from '../suite/report.ts';
import type { TemporarySuite } from '../suite/temporary-suite.ts';

const recoveryMs = 30_000;
/** The gateway remembers a key for three seconds; only then it asks the database again. */
const keyMemoryMs = 3_500;

/** PostgreSQL away: a wait is asked for at once; PostgreSQL back: nothing of ours is restarted. */
export async function checkDatabaseOutage(
  suite: TemporarySuite,
  api: Api,
  report: Report,
): Promise<void> {
  const idsBefore = listServiceIds(suite);
  report.print('stopping PostgreSQL');
  await suite.processes.postgres.stop();
  await report.try('without PostgreSQL the knowledge service asks to wait', async () => {
    assertAsksToWait(await search(api));
    assertAsksToWait(await api.request('GET', '/api/documents'));
  });
  await new Promise((resolve) => setTimeout(resolve, keyMemoryMs));
  await report.try('without PostgreSQL the gateway asks to wait', async () => {
    assertAsksToWait(await search(api));
    assertAsksToWait(await api.request('GET', '/api/conversations'));
  });
  await suite.processes.postgres.start();
  await report.try('PostgreSQL is back: search, lists and chat work', async () => {
    await waitForSuccess(() => search(api));
    await waitForSuccess(() => api.request('GET', '/api/documents'));
    await waitForSuccess(() => chat(api));
  });
  await report.try('no service was restarted for that', async () => {
    assert.deepEqual(listServiceIds(suite), idsBefore);
  });
}

/** The knowledge service away: tool and chat say so, each in its form, and work again after. */
export async function checkKnowledgeOutage(
  suite: TemporarySuite,
  api: Api,
  report: Report,
): Promise<void> {
  report.print('stopping the knowledge service');
  await suite.processes.rag.stop();
  await report.try('without rag, search answers 503 and asks to wait', async () => {
    assertAsksToWait(await search(api));
  });
  await report.try('without rag, search_documents gives its error form', async () => {
    const client = await connectMcp(api);
    const result = await client.callTool({
      name: 'search_documents',
      arguments: { query: 'flow' },
    });
    await client.close();
    assert.equal(result.isError, true);
    const failure = searchDocumentsFailureSchema.parse(readToolJson(result));
    assert.equal(failure.details.reason, 'rag_service_unavailable');
    assert.ok((failure.details.retry_after ?? 0) > 0);
  });
  await report.try('without rag, the chat says so in a sentence', async () => {
    const { status, body } = await chat(api);
    assert.equal(status, 200);
    assert.match(body.answer, /cannot be (searched|reached)|try again/i);
    assert.deepEqual(body.citations, []);
    assert.equal(body.warnings[0]?.code, 'retrieval_unavailable');
  });
  await suite.processes.rag.start();
  await report.try('rag is back: search and chat work', async () => {
    await waitForSuccess(() => search(api));
    const { body } = await waitForSuccess(() => chat(api));
    const codes = body.warnings.map(({ code }: { code: string }) => code);
    assert.ok(!codes.includes('retrieval_unavailable'), codes.join(', '));
  });
}

function search(api: Api): Promise<Answer> {
  return api.request('POST', '/api/search', { json: { query: 'boundary layer flow' } });
}

function chat(api: Api): Promise<Answer> {
  return api.request('POST', '/api/chat/mcp', { json: { message: 'What is sample number 1?' } });
}

function waitForSuccess(send: () => Promise<Answer>): Promise<Answer> {
  return eventually(
    async () => {
      const answer = await send();
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer;
    },
    { timeoutMs: recoveryMs, intervalMs: 250 },
  );
}

function assertAsksToWait({ status, headers, body }: Answer): void {
  assert.equal(status, 503, JSON.stringify(body));
  assert.ok(Number(headers.get('retry-after')) > 0, 'Retry-After is missing');
  assert.ok(body.error.details.retry_after > 0, 'retry_after is missing');
}

function listServiceIds({ processes }: TemporarySuite): (number | undefined)[] {
  const { postgres, ...services } = processes;
  return Object.values(services).map(({ pid }) => pid);
}
