import type { JsonCall } from '../suite/json-caller.ts';

const revision = '2026-07-28';

/** A `tools/call` of the newest revision, as a client sends it. */
export function createToolCall(
  id: number,
  tool: string,
  toolArguments: Readonly<Record<string, unknown>>,
): JsonCall {
  return {
    path: '/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': 'tools/call',
      'mcp-name': tool,
    },
    body: {
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: {
        name: tool,
        arguments: toolArguments,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': revision,
          'io.modelcontextprotocol/clientInfo': { name: 'lectern-bench', version: '1.0.0' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
  };
}
