import { type Answer, answerFromSources, answerTokensOf } from '@lectern/answering';
import type { TurnModels } from '../../ports/turn-models.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateValue } from '../agent-state.ts';
import { sourcesOf } from './sources.ts';

interface AnswerListener {
  readonly models: TurnModels;
  readonly onText: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Answers from the documents that the turn has found. */
export function answerFromState(
  { analyzer }: AgentDependencies,
  state: AgentStateValue,
  { models, ...listener }: AnswerListener,
): Promise<Answer> {
  const sources = sourcesOf(state);
  const answerTokens = answerTokensOf(models.contextTokens, state.max_tokens);
  const unavailable = state.unavailable && sources.length === 0;
  return answerFromSources(
    { model: models.mcp_orchestrator_model, analyzer },
    { ...state, sources, answerTokens, unavailable },
    listener,
  );
}
