import { abstain } from '@lectern/answering';
import { type Runtime, readRuntime } from '../../graphs/graph-context.ts';
import type { AgentStateUpdate, AgentStateValue } from '../agent-state.ts';
import { finishWith } from '../orchestrator/finish-answer.ts';

/**
 * Continues with the chosen server, or ends the turn with the router's question to the user or with
 * an abstention.
 */
export async function decideMcpOrNot(
  { question, current_mcp_server, user_question, unavailable }: AgentStateValue,
  runtime: Runtime,
): Promise<AgentStateUpdate> {
  if (current_mcp_server !== null) return {};
  const { context } = readRuntime(runtime);
  const onText = (text: string) => context.emit({ type: 'text', text });
  if (user_question === null) return finishWith(abstain({ question, unavailable }, onText));
  onText(user_question);
  return { done: true, answer: user_question, abstained: false, citations: [] };
}
