import { authPath } from './auth-path.ts';

/** MCP, streamable HTTP; the same path on the gateway and inside. */
export const mcpPath = '/mcp';

/** Metadata of OAuth and of MCP's authorisation. */
export const wellKnownPath = '/.well-known';

/** SCIM 2.0, for identity providers of organisations. */
export const scimPath = '/api/scim/v2';

/** Public paths of other protocols: MCP, sign-in by better-auth, OAuth, SCIM. */
export const protocolPaths = [
  mcpPath,
  `${authPath}/{*path}`,
  `${wellKnownPath}/{*path}`,
  `${scimPath}/{*path}`,
] as const;
