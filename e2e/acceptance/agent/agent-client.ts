import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Api } from '../../suite/api.ts';

type Revision = 'newest' | '2025-11-25';

/** A client of one revision; it closes with the clause. */
export async function connect({ url, apiKey }: Api, revision: Revision = 'newest') {
  const client = new Client(
    { name: 'clauses', version: '1.0.0' },
    revision === 'newest' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return {
    list: async () => (await client.listTools(undefined, { cacheMode: 'refresh' })).tools,
    call: (name: string, given: Readonly<Record<string, unknown>>, signal?: AbortSignal) =>
      client.callTool({ name, arguments: { ...given } }, { ...(signal && { signal }) }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
