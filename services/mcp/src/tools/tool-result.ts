import type { CallToolResult } from '@modelcontextprotocol/server';

/** A result as structured content, and as JSON text for clients that read text alone. */
export function createToolResult(content: Record<string, unknown>): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(content) }],
    structuredContent: content,
  };
}

/** A failure as JSON text. Structured content is left out: clients check it against the output schema. */
export function createToolFailure(failure: Readonly<Record<string, unknown>>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(failure) }], isError: true };
}
