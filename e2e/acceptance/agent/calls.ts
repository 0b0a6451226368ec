import type { McpToolOutcome } from '@lectern/contracts';
import type { Api } from '../../suite/api.ts';

export interface ToolCall {
  readonly server: string;
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** Calls a tool of the registry as an agent outside does, over HTTP. */
export async function callTool(
  api: Api,
  { server, name, arguments: given = { text: 'x' } }: ToolCall,
): Promise<McpToolOutcome> {
  return api.call('callMcpTool', { body: { server, name, arguments: { ...given } } });
}

/** Its error, or the text of its result. */
export function tell(outcome: McpToolOutcome): string {
  if ('error' in outcome) return outcome.error;
  return outcome.content.map((part) => String(part.text ?? part.type)).join('\n');
}
