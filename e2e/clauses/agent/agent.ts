import { createSubject } from '../subject.ts';
import { secrets } from './secrets.ts';
import { turns } from './turns.ts';
import { createWorld } from './world.ts';

/** The agent over an outside MCP server, without a language model. */
export const agent = createSubject({
  name: 'agent',
  createWorld,
  clauses: [...turns, ...secrets],
});
