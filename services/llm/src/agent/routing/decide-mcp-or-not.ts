import { sentencesFor } from '@lectern/answering';
import { type Runtime, readRuntime } from '../../graphs/graph-context.ts';
import type { AgentStateUpdate, AgentStateValue } from '../agent-state.ts';

/**
 * Goes on with the chosen server, or ends the turn: with the router's question to the user, or
 * with saying that nothing was found.
 */
export async function decideMcpOrNot(
  { question, current_mcp_server, user_question, unavailable }: AgentStateValue,
  runtime: Runtime,
): Promise<AgentStateUpdate> {
  if (current_mcp_server !== null) return {};
  const sentences = sentencesFor(question);
  const nothing = unavailable ? sentences.retrievalUnavailable : sentences.abstained;
  const text = user_question ?? nothing;
  readRuntime(runtime).context.emit({ type: 'text', text });
  return { done: true, answer: text, abstained: user_question === null, citations: [] };
}
