import { type Answer, answerFromSources, answerTokensOf } from '@lectern/answering';
import type { TurnContext } from '../../ports/turn-context.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateValue } from '../agent-state.ts';
import { sourcesOf } from './sources.ts';

interface AnswerListener {
  readonly context: Pick<TurnContext, 'models' | 'assistant'>;
  readonly onText: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Answers from the documents that the turn has found. */
export function answerFromState(
  { analyzer }: AgentDependencies,
  state: AgentStateValue,
  { context: { models, assistant }, ...listener }: AnswerListener,
): Promise<Answer> {
  const sources = sourcesOf(state);
  const answerTokens = answerTokensOf(models.contextTokens, state.max_tokens);
  const unavailable = state.unavailable && sources.length === 0;
  return answerFromSources(
    { model: models.mcp_orchestrator_model, analyzer },
    { ...state, instructions: assistant?.instructions, sources, answerTokens, unavailable },
    listener,
  );
}
