import { conversations } from './agent/conversations.ts';
import { localPrograms } from './agent/local-programs.ts';
import { registry } from './agent/registry.ts';
import { secrets } from './agent/secrets.ts';
import { turns } from './agent/turns.ts';
import { createWorld } from './agent/world.ts';
import { defineCases } from './define-cases.ts';

defineCases('the agent over an outside MCP server, without a language model', {
  createWorld: () => createWorld(),
  cases: [...registry, ...localPrograms, ...conversations, ...turns, ...secrets],
});
