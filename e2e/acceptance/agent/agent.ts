import { createSubject } from '../subject.ts';
import { agreements } from './agreements.ts';
import { callLimit } from './call-limit.ts';
import { conversations } from './conversations.ts';
import { failingServers } from './failing-servers.ts';
import { keyRotation } from './key-rotation.ts';
import { localPrograms } from './local-programs.ts';
import { outsideOauth } from './outside-oauth.ts';
import { registry } from './registry.ts';
import { secrets } from './secrets.ts';
import { toolsAtMcp } from './tools-at-mcp.ts';
import { turns } from './turns.ts';
import { createWorld } from './world.ts';

/** The agent over an outside MCP server, without a language model. */
export const agent = createSubject({
  name: 'agent',
  createWorld: () => createWorld(),
  clauses: [
    ...registry,
    ...localPrograms,
    ...outsideOauth,
    ...failingServers,
    ...toolsAtMcp,
    ...agreements,
    ...callLimit,
    ...conversations,
    ...turns,
    ...secrets,
    ...keyRotation,
  ],
  // One clause starts a suite three times.
  maxClauseMs: 400_000,
});
