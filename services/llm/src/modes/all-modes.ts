import type { AgentDependencies } from '../agent/agent-dependencies.ts';
import { createAgentMode } from '../agent/agent-mode.ts';
import { createKnowledgeMode, type KnowledgeModeOptions } from '../knowledge/knowledge-mode.ts';
import type { AnswerModes } from '../ports/answer-mode.ts';
import { withSmallTalk } from './with-small-talk.ts';

/** One row a mode. A new mode is a folder with its `create…Mode`, and a row here. */
export function createAllModes(options: KnowledgeModeOptions & AgentDependencies): AnswerModes {
  return {
    knowledge: withSmallTalk(createKnowledgeMode(options)),
    agent: withSmallTalk(createAgentMode(options)),
  };
}
