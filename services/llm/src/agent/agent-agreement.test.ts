import { expect, it } from '@jest/globals';
import { calls, says } from '../../test/scripted-model.ts';
import { search, startAgent } from '../../test/start-agent.ts';

it('a tool is called with the version to which the person agreed', async () => {
  const remove = { server: 'tracker', name: 'delete_issue', needsConfirmation: true };
  await using agent = await startAgent(
    [
      search,
      says('delete an issue'),
      says('tracker'),
      calls('delete_issue', { query: '7' }),
      says('a query'),
      says('That is all.'),
    ],
    { tools: [remove] },
  );
  const { conversation_id, approval } = await agent.ask('Delete issue 7');
  expect(agent.fake.calls).toEqual([]);
  const path = `/conversations/${conversation_id}/approvals/${approval?.id}`;
  await agent.llm.call('POST', path, { body: { decision: 'approve' } });
  expect(agent.fake.calls).toMatchObject([
    { tool: 'delete_issue', arguments: { query: '7' }, agreedTo: 'tracker/delete_issue/1' },
  ]);
});
