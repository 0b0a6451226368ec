import { createClient } from '@lectern/contracts/client';
import { traceHeaders } from '@lectern/service';
import type { OutsideTools } from '../ports/outside-tools.ts';

/** The registry of the llm service over HTTP. Nothing is tried twice: a call may change something. */
export function createHttpOutsideTools({
  url,
  timeoutMs,
}: {
  readonly url: string;
  readonly timeoutMs: number;
}): OutsideTools {
  const client = createClient({ baseUrl: url, paths: 'inside', retries: 0, timeoutMs });
  return {
    async areOffered(call) {
      const settings = await client.call('getMcpToolSettings', {
        ...call,
        headers: traceHeaders(),
      });
      return settings.offered_to_agents;
    },
    find: (body, call) => client.call('findMcpTools', { ...call, headers: traceHeaders(), body }),
    call: (tool, call) =>
      client.call('callMcpTool', {
        ...call,
        headers: traceHeaders(),
        body: { ...tool, arguments: { ...tool.arguments } },
      }),
    readResult: (id, offset, call) =>
      client.call('readMcpToolResult', {
        ...call,
        headers: traceHeaders(),
        params: { id },
        query: { offset },
      }),
  };
}
