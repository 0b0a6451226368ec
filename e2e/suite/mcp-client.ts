import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Api } from './api.ts';

/** A client of the newest revision, connected to the gateway's `/mcp` with an API key. */
export async function connectMcp({ url, apiKey }: Api): Promise<Client> {
  const client = new Client(
    { name: 'e2e', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
    }),
  );
  return client;
}

/** Reads the JSON of a tool's answer. */
export function readToolJson(result: { content?: unknown }): unknown {
  const [part] = (result.content ?? []) as { type: string; text?: string }[];
  if (part?.type !== 'text') throw new Error('the tool did not answer with text');
  return JSON.parse(part.text ?? '');
}
