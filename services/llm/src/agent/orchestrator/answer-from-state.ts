import { type Answer, answerFromSources, answerTokensOf } from '@lectern/answering';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateValue } from '../agent-state.ts';
import { sourcesOf } from './sources.ts';

/** Answers from the documents that the turn has found. */
export function answerFromState(
  { settings, analyzer, contextTokens, onUsage }: AgentDependencies,
  state: AgentStateValue,
  listener: { readonly onText: (text: string) => void; readonly signal: AbortSignal },
): Promise<Answer> {
  const sources = sourcesOf(state);
  const answerTokens = answerTokensOf(contextTokens, state.max_tokens);
  const unavailable = state.unavailable && sources.length === 0;
  return answerFromSources(
    { model: settings.mcp_orchestrator_model, analyzer, onUsage },
    { ...state, sources, answerTokens, unavailable },
    listener,
  );
}
