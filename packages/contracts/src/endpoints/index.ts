import { accountEndpoints } from './account.ts';
import { adminEndpoints } from './admin.ts';
import { answerEndpoints } from './answers.ts';
import { auditEndpoints } from './audit.ts';
import { collectionEndpoints } from './collections.ts';
import { completionEndpoints } from './completions.ts';
import { conversationEndpoints } from './conversations.ts';
import { documentEndpoints } from './documents.ts';
import { eventEndpoints } from './events.ts';
import { keyEndpoints } from './keys.ts';
import { mcpServerEndpoints } from './mcp-servers.ts';
import { mcpToolEndpoints } from './mcp-tools.ts';
import { memberEndpoints } from './members.ts';
import { openAiEndpoints } from './openai.ts';
import { operationsEndpoints } from './operations.ts';
import { organisationEndpoints } from './organisations.ts';
import { researchEndpoints } from './research.ts';
import { searchEndpoints } from './search.ts';

/** All public routes, by name. Each room has a file of its own here. */
export const endpoints = {
  ...collectionEndpoints,
  ...documentEndpoints,
  ...eventEndpoints,
  ...searchEndpoints,
  ...answerEndpoints,
  ...conversationEndpoints,
  ...openAiEndpoints,
  ...mcpServerEndpoints,
  ...researchEndpoints,
  ...mcpToolEndpoints,
  ...accountEndpoints,
  ...keyEndpoints,
  ...organisationEndpoints,
  ...memberEndpoints,
  ...auditEndpoints,
  ...adminEndpoints,
  ...operationsEndpoints,
} as const;

export type EndpointName = keyof typeof endpoints;

/** Routes between services. */
export const insideEndpoints = { ...completionEndpoints } as const;

/** Public paths that speak a protocol of their own: MCP, sign-in by better-auth, OAuth. */
export const protocolPaths = ['/mcp', '/api/auth/{*path}', '/.well-known/{*path}'] as const;
