import { type Answer, abstain, checkAnswer } from '@lectern/answering';
import { documentsServerName } from '@lectern/contracts';
import type { GraphContext } from '../../graphs/graph-context.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateUpdate, AgentStateValue } from '../agent-state.ts';
import { sourcesOf } from './sources.ts';

/** Ends the turn with an answer of the orchestrating model, whose citations are checked. */
export function finishAnswer(
  { analyzer }: AgentDependencies,
  state: AgentStateValue,
  written: Parameters<typeof checkAnswer>[1],
): AgentStateUpdate {
  const answer = checkAnswer(analyzer, written, sourcesOf(state));
  const usesTools = state.made_calls.some(({ server }) => server !== documentsServerName);
  // An answer from a tool's result cites no document.
  const warnings = answer.warnings.filter(
    ({ code }) => !(usesTools && code === 'answer_without_citations'),
  );
  return finishWith({ ...answer, warnings });
}

/** Ends the turn with an abstention. */
export function finishWithout(
  { question, unavailable, passages }: AgentStateValue,
  context: GraphContext,
): AgentStateUpdate {
  return finishWith(
    abstain({ question, unavailable: unavailable && passages.length === 0 }, (text) =>
      context.emit({ type: 'text', text }),
    ),
  );
}

export function finishWith({
  text,
  abstained,
  citations,
  warnings,
}: Omit<Answer, 'model' | 'searches'>): AgentStateUpdate {
  return { done: true, answer: text, abstained, citations, warnings };
}
