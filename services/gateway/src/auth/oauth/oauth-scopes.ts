import type { Scope } from '@lectern/contracts';

/**
 * Scopes that tools at `/mcp` need: `mcp` opens it, `chat` the tools that answer (an own model,
 * research), `documents:write` the one that saves. The person who agrees may leave out all but `mcp`.
 * Tools for files need an API key.
 */
export const toolScopes = ['mcp', 'chat', 'documents:write'] as const satisfies readonly Scope[];
export type ToolScope = (typeof toolScopes)[number];

/** Gives a client what refreshes its tokens. */
export const refreshScope = 'offline_access';

export function isToolScope(name: string): boolean {
  return (toolScopes as readonly string[]).includes(name);
}
