import { expect, it } from '@jest/globals';
import { AppError, type BinList, type ChatResponse } from '@lectern/contracts';
import { addPrincipal } from '@lectern/testing';
import { startFakeMcp } from '../../test/fake-mcp.ts';
import { tower } from '../../test/passages.ts';
import { startLlm } from '../../test/start-llm.ts';

type Llm = Awaited<ReturnType<typeof startLlm>>;

const ask = async (llm: Llm, message: string) =>
  (await (await llm.chat({ message })).json()) as ChatResponse;
const listBin = async (llm: Llm) =>
  ((await (await llm.call('GET', '/internal/bin')).json()) as BinList).entries;
const readMessages = async (llm: Llm, id: string) =>
  (await llm.call('GET', `/conversations/${id}/messages`)).json();

it('hides a deleted conversation everywhere and restores it with its messages', async () => {
  await using mcp = await startFakeMcp(() => [tower]);
  await using llm = await startLlm({ mcpUrl: mcp.url });
  const { conversation_id: id, message_id } = await ask(llm, 'How tall is the tower?');
  await llm.call('PUT', `/conversations/${id}/messages/${message_id}/feedback`, {
    body: { rating: 'bad' },
  });
  const before = await readMessages(llm, id);
  expect((await llm.call('DELETE', `/conversations/${id}`)).status).toBe(204);
  const requests: [string, string, unknown?][] = [
    ['GET', `/conversations/${id}`],
    ['PATCH', `/conversations/${id}`, { title: 'Still there' }],
    ['DELETE', `/conversations/${id}`],
    ['GET', `/conversations/${id}/messages`],
    ['GET', `/conversations/${id}/export?format=json`],
    ['GET', `/conversations/${id}/stream`],
    ['POST', `/conversations/${id}/stop`],
    ['PUT', `/conversations/${id}/messages/${message_id}/feedback`, { rating: 'good' }],
    ['POST', `/conversations/${id}/messages/${message_id}/regenerate`, {}],
    ['POST', '/chat/mcp', { message: 'And?', conversation_id: id }],
  ];
  for (const [method, path, body] of requests) {
    const { status } = await llm.call(method, path, { ...(body !== undefined && { body }) });
    expect([method, path, status]).toEqual([method, path, 404]);
  }
  expect(await (await llm.call('GET', '/conversations')).json()).toMatchObject({
    conversations: [],
  });
  expect(await (await llm.call('GET', '/feedback')).json()).toMatchObject({ feedback: [] });
  expect(await listBin(llm)).toMatchObject([
    { id, kind: 'conversation', name: 'How tall is the tower?' },
  ]);
  expect((await llm.call('POST', `/internal/bin/${id}/restore`)).status).toBe(200);
  expect(await readMessages(llm, id)).toEqual(before);
  expect(await listBin(llm)).toEqual([]);
});

it('shows, restores and purges entries for their owner alone', async () => {
  await using mcp = await startFakeMcp(() => [tower]);
  await using llm = await startLlm({ mcpUrl: mcp.url });
  const { conversation_id: id } = await ask(llm, 'How tall is the tower?');
  const path = `/internal/bin/${id}`;
  const refusal = { error: { code: new AppError('bin_entry_not_found').code } };
  expect(await (await llm.call('DELETE', path)).json()).toMatchObject(refusal);
  await llm.call('DELETE', `/conversations/${id}`);
  const token = await llm.identity.token({ userId: 'other', organisationId: 'organisation-1' });
  expect(await (await llm.call('GET', '/internal/bin', { token })).json()).toMatchObject({
    entries: [],
  });
  for (const [method, other] of [
    ['POST', `${path}/restore`],
    ['DELETE', path],
  ] as const) {
    const response = await llm.call(method, other, { token });
    expect([response.status, await response.json()]).toMatchObject([404, refusal]);
  }
  expect((await llm.call('DELETE', path)).status).toBe(200);
  expect((await llm.pool.query('select id from llm.turns')).rows).toEqual([]);
});

it('hides the research run of a deleted conversation', async () => {
  await using llm = await startLlm({ mcpUrl: 'http://127.0.0.1:9' });
  const body = { message: 'Which trials are completed?', mode: 'research' as const };
  const response = await llm.chat(body);
  const { conversation_id: id } = (await response.json()) as ChatResponse;
  const list = async () => (await llm.call('GET', '/research')).json();
  const before = await list();
  expect(before).toMatchObject({ runs: [{}] });
  await llm.call('DELETE', `/conversations/${id}`);
  expect(await list()).toMatchObject({ runs: [] });
  await llm.call('POST', `/internal/bin/${id}/restore`);
  expect(await list()).toEqual(before);
});

it('purges conversations after 30 days', async () => {
  await using mcp = await startFakeMcp(() => [tower]);
  await using llm = await startLlm({ mcpUrl: mcp.url });
  await addPrincipal(llm, { userId: 'user-1', organisationId: 'organisation-1' });
  const old = await ask(llm, 'How tall is the tower?');
  const young = await ask(llm, 'How old is the tower?');
  for (const { conversation_id } of [old, young]) {
    await llm.call('DELETE', `/conversations/${conversation_id}`);
  }
  await llm.pool.query(
    "update llm.conversations set deleted_at = now() - interval '31 days' where id = $1",
    [old.conversation_id],
  );
  expect(await llm.dependencies.retention.run()).toMatchObject({ conversations: 0 });
  expect(await listBin(llm)).toMatchObject([{ id: young.conversation_id }]);
});
