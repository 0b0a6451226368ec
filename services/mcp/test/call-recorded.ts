import { type ReceivedRequest, type RecordedRoute, startRecordedHttp } from '@lectern/testing';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { connectClient, startMcp } from './start-mcp.ts';

export interface RecordedCall {
  readonly result: CallToolResult;
  /** Requests that the knowledge service received. */
  readonly requests: readonly ReceivedRequest[];
  /** The caller's internal token. */
  readonly token: string;
}

/** Calls a tool of the whole service in front of a recorded knowledge service. */
export async function callRecorded(
  routes: Readonly<Record<string, RecordedRoute>>,
  call: { readonly name: string; readonly arguments: Record<string, unknown> },
  settings: Readonly<Record<string, string>> = {},
): Promise<RecordedCall> {
  await using rag = await startRecordedHttp(routes);
  await using mcp = await startMcp(rag.url, settings);
  const client = await connectClient(mcp);
  const result = (await client.callTool(call)) as CallToolResult;
  await client.close();
  return { result, requests: rag.requests, token: mcp.token };
}
