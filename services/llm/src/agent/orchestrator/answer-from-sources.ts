import { type AnswerListener, type WrittenAnswer, writeAnswer } from '@lectern/answering';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateValue } from '../agent-state.ts';
import { answerTokensOf } from './answer-tokens.ts';
import { sourcesOf } from './sources.ts';

/** What the documents alone answer; undefined where nothing was found in them. */
export async function answerFromSources(
  { settings, contextTokens, onUsage }: AgentDependencies,
  state: AgentStateValue,
  { onText, signal }: Pick<AnswerListener, 'onText' | 'signal'>,
): Promise<WrittenAnswer | undefined> {
  const sources = sourcesOf(state);
  if (sources.length === 0) return undefined;
  const { question, history } = state;
  const task = {
    question,
    history,
    sources,
    maxTokens: answerTokensOf(contextTokens, state.max_tokens),
  };
  return writeAnswer(settings.mcp_orchestrator_model, task, { onText, onUsage, signal });
}
