import { agreements } from './agent/agreements.ts';
import { callLimit } from './agent/call-limit.ts';
import { conversations } from './agent/conversations.ts';
import { failingServers } from './agent/failing-servers.ts';
import { keyRotation } from './agent/key-rotation.ts';
import { localPrograms } from './agent/local-programs.ts';
import { outsideOauth } from './agent/outside-oauth.ts';
import { registry } from './agent/registry.ts';
import { secrets } from './agent/secrets.ts';
import { toolsAtMcp } from './agent/tools-at-mcp.ts';
import { turns } from './agent/turns.ts';
import { createWorld } from './agent/world.ts';
import { defineCases } from './define-cases.ts';

defineCases('the agent over an outside MCP server, without a language model', {
  createWorld: () => createWorld(),
  cases: [
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
  // A case starts a suite three times.
  maxCaseMs: 400_000,
});
