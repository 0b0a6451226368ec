import { connectMcp } from '../../suite/mcp-client.ts';
import type { AcceptanceCase } from '../define-cases.ts';
import { found } from '../define-cases.ts';
import { type AgentWorld, outsideKey } from './world.ts';

/** Headers of an MCP client; the suite must add none of its own. */
const allowedHeaders =
  /^(accept|accept-encoding|accept-language|connection|content-length|content-type|host|last-event-id|mcp-[a-z-]+|sec-fetch-mode|transfer-encoding|user-agent|x-api-key)$/;

/** Names of headers in all that was sent: lines behind a request line, before the empty one. */
function headersIn(sent: string): Set<string> {
  const heads = sent.matchAll(/(?:POST|GET|DELETE|HEAD) \S+ HTTP\/1\.1\r\n(.*?)\r\n\r\n/gs);
  return new Set(
    [...heads].flatMap(([, head = '']) =>
      head.split('\r\n').map((line) => line.split(':')[0]?.toLowerCase() ?? ''),
    ),
  );
}

function countRequests(sent: string): number {
  return sent.split(' HTTP/1.1\r\n').length - 1;
}

/** Asked last: over all that the outside server was sent before. */
export const secrets: readonly AcceptanceCase<AgentWorld>[] = [
  {
    name: 'an outside server gets its own key and none of ours, no name, and no header of ours',
    async ask({ owner, people, pool, wire, suite }) {
      const before = countRequests(wire.sent());
      const client = await connectMcp(owner);
      const parameters = { server: 'parcels', name: 'track_parcel', arguments: { query: '4711' } };
      await client.callTool({ name: 'call_tool', arguments: parameters });
      await client.close();
      await owner.call('refreshMcpServers');
      const sent = wire.sent();
      const { rows } = await pool.query(
        `select id as secret from auth."user" union select id from auth.organization
         union select email from auth."user" union select token from auth.session`,
      );
      const ours = [
        owner.apiKey,
        ...people.flatMap(({ api, session }) => [api.apiKey, session.cookie?.split('=')[1] ?? '']),
        ...rows.map(({ secret }) => String(secret)),
        suite.credentials.password ?? '',
        'eyJ',
        'lct_',
      ].filter((text) => text !== '');
      const leaked = ours.filter((text) => sent.includes(text));
      const strange = [...headersIn(sent)].filter((name) => !allowedHeaders.test(name));
      const requests = countRequests(sent);
      // The call and the look at the tools of this clause itself.
      const isSeen = requests - before >= 2;
      const hasOwnKey = sent.includes(outsideKey);
      const holds = leaked.length === 0 && strange.length === 0 && hasOwnKey && isSeen;
      return found(
        'all that was sent to an outside server',
        { requests, looked_for: ours.length, leaked: leaked.length, strange, hasOwnKey },
        holds,
      );
    },
  },
];
