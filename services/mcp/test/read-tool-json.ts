import type { CallToolResult } from '@modelcontextprotocol/client';

/** Parses the JSON text of a tool's answer. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
export function readToolJson({ content }: Pick<CallToolResult, 'content'>): any {
  const [part] = content;
  if (part?.type !== 'text') throw new Error('the tool did not answer with text');
  return JSON.parse(part.text);
}
