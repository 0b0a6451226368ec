import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Approval } from '@lectern/contracts';
import { readAllParts } from '../../test/read-ui-stream.ts';
import { calls, says } from '../../test/scripted-model.ts';
import { search, startAgent } from '../../test/start-agent.ts';

const remove = { server: 'tracker', name: 'delete_issue', needsConfirmation: true };
const scripts = [
  search,
  says('delete an issue'),
  says('tracker'),
  calls('delete_issue', { query: '7' }),
  says('a query'),
  says('The tower is 330 metres tall.'),
];

interface Shown {
  readonly approvals?: readonly Approval[];
  readonly messages?: readonly { readonly approval?: Approval }[];
}

/** A turn that has read the tower's document and waits for a decision. */
async function start() {
  let isReadable = true;
  const agent = await startAgent(
    scripts,
    { tools: [remove] },
    { readableDocuments: { find: async (ids) => (isReadable ? ids : []) } },
  );
  const { conversation_id, approval } = await agent.ask('Delete issue 7');
  const conversation = `/conversations/${conversation_id}`;
  const get = async (path: string): Promise<Shown> =>
    (await (await agent.llm.call('GET', path)).json()) as Shown;
  const readStream = async () => {
    const parts = await readAllParts(await agent.llm.call('GET', `${conversation}/stream`));
    return parts.find(({ type }) => type === 'data-approval') as { data: Approval };
  };
  return {
    ...agent,
    approval,
    endRights: () => {
      isReadable = false;
    },
    decide: (decision: string) =>
      agent.llm.call('POST', `${conversation}/approvals/${approval?.id}`, { body: { decision } }),
    /** Returns the call from every place that shows it. */
    readAll: async () => [
      (await get('/approvals')).approvals?.[0],
      (await get(`${conversation}/approvals`)).approvals?.[0],
      (await get(`${conversation}/messages`)).messages?.at(-1)?.approval,
      (await get(`${conversation}/export?format=json`)).messages?.at(-1)?.approval,
      (await readStream()).data,
    ],
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
}

let waiting: Awaited<ReturnType<typeof start>>;
beforeEach(async () => {
  waiting = await start();
});
afterEach(() => waiting[Symbol.asyncDispose]());

describe('after the rights to a document end, a waiting call', () => {
  it('does not show its title', async () => {
    const titles = waiting.approval?.documents;
    expect(titles).toHaveLength(1);
    const before = await waiting.readAll();
    expect(before.map((one) => one?.documents)).toEqual(before.map(() => titles));
    waiting.endRights();
    const after = await waiting.readAll();
    expect(after.map((one) => [one?.tool, one?.documents, one?.document_ids])).toEqual(
      after.map(() => ['delete_issue', [], []]),
    );
  });

  it.each(['approve', 'deny'])('ends its turn: %s', async (decision) => {
    const asked = waiting.model.requests.length;
    waiting.endRights();
    const decided = await waiting.decide(decision);
    expect(await decided.json()).toMatchObject({ error: { code: 'document_not_found' } });
    expect(waiting.fake.calls).toEqual([]);
    expect(waiting.model.requests).toHaveLength(asked);
  });
});
