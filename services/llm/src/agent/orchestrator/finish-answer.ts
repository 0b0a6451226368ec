import { checkCitations, sentencesFor } from '@lectern/answering';
import { documentsServerName, type Warning } from '@lectern/contracts';
import type { GraphContext } from '../../graphs/graph-context.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateUpdate, AgentStateValue } from '../agent-state.ts';
import { sourcesOf } from './sources.ts';

/** Ends the turn with an answer whose citations are checked. */
export function finishAnswer(
  { analyzer }: AgentDependencies,
  state: AgentStateValue,
  { text, warnings }: { readonly text: string; readonly warnings: readonly Warning[] },
): AgentStateUpdate {
  const checked = checkCitations(analyzer, text, sourcesOf(state));
  const usesTools = state.made_calls.some(({ server }) => server !== documentsServerName);
  // An answer from a tool's result has no document to cite.
  const found = checked.warnings.filter(
    ({ code }) => !(usesTools && code === 'answer_without_citations'),
  );
  return {
    done: true,
    answer: checked.text,
    abstained: false,
    citations: checked.citations,
    warnings: [...warnings, ...found],
  };
}

/** Ends the turn with saying that there is no answer. */
export function finishWithout(
  { question, unavailable, passages }: AgentStateValue,
  context: GraphContext,
): AgentStateUpdate {
  const sentences = sentencesFor(question);
  const text =
    unavailable && passages.length === 0 ? sentences.retrievalUnavailable : sentences.abstained;
  context.emit({ type: 'text', text });
  return { done: true, answer: text, abstained: true, citations: [] };
}
