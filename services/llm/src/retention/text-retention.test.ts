import { describe, expect, it } from '@jest/globals';
import { addPrincipal } from '@lectern/testing';
import { startFakeMcp } from '../../test/fake-mcp.ts';
import { tower } from '../../test/passages.ts';
import { startLlm } from '../../test/start-llm.ts';

type Llm = Awaited<ReturnType<typeof startLlm>>;

const nothing = { conversations: 0, checkpoints: 0, stream_parts: 0 };

async function ask(llm: Llm, userId: string, organisationId: string): Promise<string> {
  const token = await llm.identity.token({ userId, organisationId });
  const response = await llm.chat({ message: 'How tall is the tower?' }, { token });
  return ((await response.json()) as { conversation_id: string }).conversation_id;
}

async function listConversations(llm: Llm): Promise<string[]> {
  const { rows } = await llm.pool.query('select id from llm.conversations');
  return rows.map(({ id }) => id);
}

async function addCheckpoint(llm: Llm, thread: string, daysAgo: number): Promise<void> {
  await llm.pool.query(
    `insert into llm.checkpoints (thread_id, checkpoint_id, checkpoint, metadata)
     values ($1, 'a', jsonb_build_object('ts', now() - $2 * interval '1 day'), '{}')`,
    [thread, daysAgo],
  );
  await llm.pool.query(
    `insert into llm.checkpoint_blobs (thread_id, channel, version, type, blob)
     values ($1, 'answer', '1', 'json', 'text')`,
    [thread],
  );
}

describe('keeping texts', () => {
  it('ends with the membership or the organisation, for nobody else', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const people = [
      ['olga', 'acme'],
      ['pete', 'acme'],
      ['gina', 'globex'],
    ] as const;
    const conversations = new Map<string, string>();
    for (const [userId, organisationId] of people) {
      await addPrincipal(llm, { userId, organisationId });
      conversations.set(userId, await ask(llm, userId, organisationId));
    }
    expect(await llm.dependencies.retention.run()).toEqual(nothing);
    expect(await listConversations(llm)).toHaveLength(3);

    await llm.pool.query(`delete from auth."user" where id = 'pete'`);
    await llm.pool.query(`delete from auth.organization where id = 'globex'`);
    expect(await llm.dependencies.retention.run()).toEqual(nothing);
    expect(await listConversations(llm)).toEqual([conversations.get('olga')]);
    for (const table of ['turns', 'tool_calls', 'stream_parts']) {
      const { rows } = await llm.pool.query(`select count(*)::int as count from llm.${table}`);
      expect(rows[0].count).toBeGreaterThanOrEqual(1);
    }
    const { rows } = await llm.pool.query(
      "select count(*)::int as count from llm.turns where user_id <> 'olga'",
    );
    expect(rows[0].count).toBe(0);
  });

  it('drops checkpoints after their days, and keeps the others', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    await addCheckpoint(llm, 'old', 31);
    await addCheckpoint(llm, 'young', 29);
    expect(await llm.dependencies.retention.run()).toEqual(nothing);
    for (const table of ['checkpoints', 'checkpoint_blobs']) {
      const { rows } = await llm.pool.query(`select thread_id from llm.${table}`);
      expect(rows).toEqual([{ thread_id: 'young' }]);
    }
  });

  it('counts what stayed, and reports it', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    await addPrincipal(llm, { userId: 'olga', organisationId: 'acme' });
    await ask(llm, 'olga', 'acme');
    await llm.pool.query("update llm.turns set finished_at = now() - interval '2 days'");
    expect(await llm.dependencies.retention.run()).toEqual({ ...nothing, stream_parts: 1 });
    const { leftovers } = (await (await llm.call('GET', '/health')).json()) as {
      leftovers: object;
    };
    expect(leftovers).toMatchObject({ counts: { stream_parts: 1 } });
    expect(await (await llm.call('GET', '/metrics')).text()).toMatch(
      /^lectern_leftovers\{kind="stream_parts",service="llm"\} 1$/m,
    );
  });
});
