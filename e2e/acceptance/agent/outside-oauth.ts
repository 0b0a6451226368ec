import { startGuardedMcp, startOutsideIssuer } from '@lectern/testing/outside-oauth';
import type { AcceptanceCase } from '../define-cases.ts';
import { found } from '../define-cases.ts';
import { callTool, tell } from './calls.ts';
import { readingTool } from './registered-server.ts';
import type { AgentWorld } from './world.ts';

const tide = readingTool('read_tide', 'Tells the height of the tide at a harbour.');
const client = { client_id: 'lectern', client_secret: 'secret-of-the-harbour-master' };
const harbourCall = { server: 'harbour', name: 'read_tide' };

/** A server behind an authorisation server; with `isNamed` false its owner names another one. */
async function openGuarded({ owner }: AgentWorld, { isNamed = true } = {}) {
  await using stack = new AsyncDisposableStack();
  const issuer = stack.use(await startOutsideIssuer(client));
  const named = isNamed ? issuer : stack.use(await startOutsideIssuer(client));
  const outside = stack.use(await startGuardedMcp({ issuer, tools: [tide] }));
  const { id } = await owner.call('createMcpServer', {
    body: {
      name: 'harbour',
      url: outside.url,
      oauth: { ...client, issuer: named.url, scope: 'read' },
    },
  });
  stack.defer(async () => {
    await owner.request('DELETE', `/api/mcp-servers/${id}`);
  });
  const kept = stack.move();
  return {
    issuer,
    named,
    outside,
    call: async () => tell(await callTool(owner, harbourCall)),
    readHealth: async () => (await owner.call('getMcpServer', { params: { id } })).health,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Sign-in by OAuth at outside servers. */
export const outsideOauth: readonly AcceptanceCase<AgentWorld>[] = [
  {
    name: 'at a server that wants OAuth the suite signs in for its owner, and anew when the token ended',
    async ask(world) {
      await using harbour = await openGuarded(world);
      const { issuer, outside } = harbour;
      const first = await harbour.call();
      issuer.endTokens();
      const second = await harbour.call();
      const tokens = outside.calls.map(({ headers }) => String(headers.authorization));
      const [asked] = issuer.asked.map(({ body }) => Object.fromEntries(body));
      const sent = JSON.stringify([outside.seen, issuer.asked.map(({ body }) => [...body])]);
      const holds =
        [first, second].every((text) => text === 'read_tide') &&
        tokens.join() === 'Bearer token-1,Bearer token-2' &&
        issuer.asked.length === 2 &&
        asked?.grant_type === 'client_credentials' &&
        asked.resource === outside.url &&
        asked.scope === 'read' &&
        !sent.includes(client.client_secret);
      return found(
        'POST /api/mcp-servers {oauth}, call_tool, tokens ended, call_tool',
        { calls: [first, second], tokens, asked },
        holds,
      );
    },
  },
  {
    name: 'a grant that was taken back ends the calls and is told to the owner; a new one brings them back',
    async ask(world) {
      await using harbour = await openGuarded(world);
      const before = await harbour.call();
      harbour.issuer.grant(false);
      const revoked = await harbour.call();
      const { state, message } = await harbour.readHealth();
      harbour.issuer.grant(true);
      const again = await harbour.call();
      const healed = (await harbour.readHealth()).state;
      const holds =
        [before, revoked, again].join() === 'read_tide,server_unavailable,read_tide' &&
        [state, healed].join() === 'failing,healthy' &&
        harbour.outside.calls.length === 2;
      return found(
        'call_tool, grant revoked at the issuer, call_tool, GET the server, granted anew, call_tool',
        { before, revoked, state, message, again, healed },
        holds,
      );
    },
  },
  {
    name: 'a server that names another issuer than its owner gets no secret sent there',
    async ask(world) {
      await using harbour = await openGuarded(world, { isNamed: false });
      const { state } = await harbour.readHealth();
      const asked = harbour.issuer.asked.length + harbour.named.asked.length;
      const seen = JSON.stringify([harbour.outside.seen, harbour.issuer.looked]);
      return found(
        'POST /api/mcp-servers {oauth: {issuer}} of a server that names a stranger as its issuer',
        { state, asked },
        state === 'failing' && asked === 0 && !seen.includes(client.client_secret),
      );
    },
  },
];
