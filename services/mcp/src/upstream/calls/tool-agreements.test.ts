import { describe, expect, it } from '@jest/globals';
import { type OutsideMcp, startOutsideMcp } from '@lectern/testing/outside-mcp';
import { book, setUpUpstream, weather } from '../../../test/set-up-upstream.ts';

const { mcp, register, read, resources } = await setUpUpstream();

const wanted = { server: 'travel', name: 'book_flight', arguments: { to: 'Riga' } };
const headers = { 'x-key': 'account-1' };

const call = async () => {
  const response = await mcp.call('POST', '/mcp-tools/call', { body: wanted });
  return (await response.json()) as { error?: string; confirmation_id?: string };
};
const agree = async (id = '') => {
  const path = `/mcp-tools/confirmations/${id}`;
  expect((await mcp.call('POST', path, { body: { decision: 'approve' } })).status).toBe(204);
};

/** A server whose owner called a tool of it, was asked and agreed. */
async function openAgreed() {
  const outside = resources.use(await startOutsideMcp({ tools: [weather, book] }));
  const other = resources.use(await startOutsideMcp({ tools: [weather, book] }));
  const { server } = await register({ name: 'travel', url: outside.url, headers });
  await agree((await call()).confirmation_id);
  const path = `/mcp-servers/${server.id}`;
  return {
    outside,
    other,
    path,
    change: (body: object) => mcp.call('PATCH', path, { body }),
    read: () => read(server.id),
  };
}
type Agreed = Awaited<ReturnType<typeof openAgreed>>;

/** The tool says something else of itself, and the owner takes it. */
async function redescribe({ outside, change, read: look }: Agreed) {
  outside.offer([weather, { ...book, description: 'Books a flight and pays for it.' }]);
  await mcp.call('POST', '/mcp-servers/refresh');
  const digest = (await look()).tools.find(({ name }) => name === 'book_flight')?.change?.digest;
  await change({ accept_changes: [{ name: 'book_flight', digest }] });
}

const changes: readonly [string, (agreed: Agreed) => Promise<unknown>][] = [
  ['has another address', ({ other, change }) => change({ url: other.url })],
  [
    'had another address meanwhile',
    async ({ outside, other, change }) => {
      await change({ url: other.url });
      await change({ url: outside.url, headers });
    },
  ],
  ['is called in another name', ({ change }) => change({ headers: { 'x-key': 'account-2' } })],
  [
    'is another one of the same name',
    async ({ other, path }) => {
      await mcp.call('DELETE', path);
      await register({ name: 'travel', url: other.url });
    },
  ],
  ['tells something else of the tool', redescribe],
];

describe("a person's agreement to a call", () => {
  it.each(changes)('is none any more when the server %s', async (_, change) => {
    const agreed = await openAgreed();
    await change(agreed);
    const again = await call();
    expect(again).toMatchObject({ error: 'confirmation_required' });
    const made = ({ calls }: OutsideMcp) => calls.length;
    expect([agreed.outside, agreed.other].map(made)).toEqual([0, 0]);

    await agree(again.confirmation_id);
    expect(await call()).toMatchObject({ content: [{ text: 'book_flight' }] });
  });

  it('holds where the server was given other words, people, a limit or a list with the tool', async () => {
    const { change, outside } = await openAgreed();
    await change({ description: 'Flights.', timeout_ms: 5_000, allowed_tools: ['book_flight'] });
    await change({ visibility: { everyone: false } });
    await mcp.call('POST', '/mcp-servers/refresh');
    expect(await call()).toMatchObject({ content: [{ text: 'book_flight' }] });
    expect(outside.calls).toHaveLength(1);
  });

  it('does not open a tool that is off the list of allowed ones by now', async () => {
    const { change, outside } = await openAgreed();
    await change({ allowed_tools: ['get_weather'] });
    expect(await call()).toMatchObject({ error: 'unknown_tool' });
    expect(outside.calls).toHaveLength(0);
  });
});
