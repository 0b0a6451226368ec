import { expect, it } from '@jest/globals';
import { chatResponseSchema } from '@lectern/contracts';
import { addPrincipal } from '@lectern/testing';
import { startOutsideMcp } from '@lectern/testing/outside-mcp';
import { startFakeMcp } from '../../test/fake-mcp.ts';
import { owner } from '../../test/open-registry.ts';
import { tower } from '../../test/passages.ts';
import { calls, ScriptedModel, says } from '../../test/scripted-model.ts';
import { search } from '../../test/start-agent.ts';
import { startLlm } from '../../test/start-llm.ts';

const tools = [
  {
    name: 'delete_issue',
    description: 'Deletes an issue of the tracker.',
    inputSchema: {
      type: 'object' as const,
      properties: { query: { type: 'string' } },
      required: ['query'],
    },
  },
];

it.each([
  ['is called as the person agreed', false],
  ['is not called where its server has another address when the person agrees', true],
])('a tool %s', async (_, isMoved) => {
  await using mcp = await startFakeMcp(() => [tower]);
  await using outside = await startOutsideMcp({ tools });
  await using other = await startOutsideMcp({ tools });
  const model = new ScriptedModel(
    [
      search,
      says('delete an issue of the tracker'),
      says('tracker'),
      calls('delete_issue', { query: '7' }),
      says('a query'),
      says('That is all.'),
    ],
    ['none', 'auto', 'required'],
  );
  const settings = { MCP_ALLOW_PRIVATE_HOSTS: '127.0.0.1' };
  await using llm = await startLlm({ mcpUrl: mcp.url, model, settings });
  await addPrincipal(llm, { ...owner, role: 'owner' });
  const body = { name: 'tracker', url: outside.url };
  const registered = await llm.call('POST', '/mcp-servers', { body });
  const { id } = (await registered.json()) as { id: string };

  const asked = await llm.chat({ message: 'Delete issue 7', mode: 'agent' });
  const { conversation_id, approval } = chatResponseSchema.parse(await asked.json());
  expect(approval).toMatchObject({ server: 'tracker', tool: 'delete_issue' });
  if (isMoved) await llm.call('PATCH', `/mcp-servers/${id}`, { body: { url: other.url } });
  const path = `/conversations/${conversation_id}/approvals/${approval?.id}`;
  const decided = await llm.call('POST', path, { body: { decision: 'approve' } });
  expect(chatResponseSchema.parse(await decided.json()).answer).toBe('That is all.');

  expect([outside.calls.length, other.calls.length]).toEqual([isMoved ? 0 : 1, 0]);
  const told = model.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content;
  if (isMoved) expect(told).toContain('was changed since a person agreed');
  else expect(told).toContain('delete_issue');
});
