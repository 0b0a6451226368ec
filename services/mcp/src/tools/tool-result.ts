import type { CallToolResult } from '@modelcontextprotocol/server';

/** Returns a result as structured content, and as JSON text for clients that read text alone. */
export function createToolResult(content: Record<string, unknown>): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(content) }],
    structuredContent: content,
  };
}

/**
 * Returns a failure as JSON text without structured content, which clients would check against the
 * output schema.
 */
export function createToolFailure(failure: Readonly<Record<string, unknown>>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(failure) }], isError: true };
}
