import { createSubject } from '../subject.ts';
import { conversations } from './conversations.ts';
import { failingServers } from './failing-servers.ts';
import { registry } from './registry.ts';
import { secrets } from './secrets.ts';
import { toolsAtMcp } from './tools-at-mcp.ts';
import { turns } from './turns.ts';
import { createWorld } from './world.ts';

/** The agent over an outside MCP server, without a language model. */
export const agent = createSubject({
  name: 'agent',
  createWorld: () => createWorld(),
  clauses: [...registry, ...failingServers, ...toolsAtMcp, ...conversations, ...turns, ...secrets],
});
