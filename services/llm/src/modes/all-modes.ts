import type { AgentDependencies } from '../agent/agent-dependencies.ts';
import { createAgentMode } from '../agent/agent-mode.ts';
import { createKnowledgeMode, type KnowledgeModeOptions } from '../knowledge/knowledge-mode.ts';
import type { AnswerModes } from '../ports/answer-mode.ts';
import { createResearchMode } from '../research/research-mode.ts';
import type { Researcher } from '../research/runs/run-research.ts';
import { withSmallTalk } from './with-small-talk.ts';

/** Creates all modes. A new mode is a folder with its `create…Mode`, and a row here. */
export function createAllModes(
  options: KnowledgeModeOptions & AgentDependencies & { readonly researcher: Researcher },
): AnswerModes {
  const { tracing } = options;
  return {
    knowledge: withSmallTalk('knowledge', createKnowledgeMode(options), tracing),
    agent: withSmallTalk('agent', createAgentMode(options), tracing),
    research: withSmallTalk('research', createResearchMode(options.researcher), tracing),
  };
}
