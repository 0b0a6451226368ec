import { authPath } from './auth-path.ts';

/** MCP, streamable HTTP; the same path on the gateway and inside. */
export const mcpPath = '/mcp';

/** Metadata of OAuth and of MCP's authorisation. */
export const wellKnownPath = '/.well-known';

/** Public paths of other protocols: MCP, sign-in by better-auth, OAuth. */
export const protocolPaths = [mcpPath, `${authPath}/{*path}`, `${wellKnownPath}/{*path}`] as const;
