import { toMessages } from '@lectern/answering';
import { documentsServerName } from '@lectern/contracts';
import { defuseMarkers, type ModelMessage } from '@lectern/models';
import { estimateTokens, shorten } from '@lectern/retrieval/text';
import type { AgentStateValue } from '../agent-state.ts';
import { describeServers } from '../describe-servers.ts';

export interface PromptParts {
  readonly prompt: string;
  readonly budgetTokens: number;
}

/**
 * Builds the prompt of the orchestrator: its rules, the other servers, the conversation, the
 * results so far.
 */
export function buildMessages(
  state: AgentStateValue,
  { prompt, budgetTokens }: PromptParts,
): ModelMessage[] {
  const { question, history, retrieved_docs, current_mcp_server: current } = state;
  const others = retrieved_docs.map(({ name }) => name).filter((name) => name !== current);
  const rules =
    others.length === 0
      ? prompt
      : `${prompt}\n\nOther servers:\n${describeServers(retrieved_docs, others)}`;
  const before: ModelMessage[] = [
    { role: 'system', content: rules },
    ...toMessages(history),
    { role: 'user', content: question },
  ];
  const left = before.reduce((sum, { content }) => sum - estimateTokens(content), budgetTokens);
  return [...before, ...fitResults(orderResults(state), left)];
}

/**
 * Returns the messages after the question: the first search, the results of the caller's tools,
 * then the calls of this turn. A model continues from the last result. The search therefore
 * precedes the caller's results, and is omitted if it would come last without passages while
 * another tool can be called.
 */
function orderResults({
  messages,
  passages,
  caller_tools,
  current_mcp_server: current,
}: AgentStateValue): readonly ModelMessage[] {
  const ids = messages[0]?.role === 'assistant' ? messages[0].toolCalls?.map(({ id }) => id) : [];
  const isOfSearch = (message: ModelMessage, place: number) =>
    place === 0 || (message.role === 'tool' && ids?.includes(message.callId));
  const search = messages.filter(isOfSearch);
  const calls = messages.filter((message, place) => !isOfSearch(message, place));
  const behind = [...(caller_tools?.exchange ?? []).map(fence), ...calls];
  const hasOtherTools = current !== documentsServerName || !!caller_tools?.tools.length;
  const isLeftOut = behind.length === 0 && passages.length === 0 && hasOtherTools;
  return isLeftOut ? [] : [...search, ...behind];
}

/** Fences a result of the caller's tools as data. */
function fence(message: ModelMessage): ModelMessage {
  if (message.role !== 'tool') return message;
  const text = defuseMarkers(message.content).replaceAll(/<(?=\/?result\b)/gi, '&lt;');
  return { ...message, content: `<result>\n${text}\n</result>` };
}

const minResultLength = 200;
const charactersOfToken = 3;

/**
 * Keeps all messages, since a call must not lose its result, and shortens the oldest results first.
 */
function fitResults(messages: readonly ModelMessage[], budgetTokens: number): ModelMessage[] {
  let left = budgetTokens;
  const fitted = messages.toReversed().map((message): ModelMessage => {
    const tokens = estimateTokens(message.content);
    if (message.role !== 'tool' || tokens <= left) {
      left -= tokens;
      return message;
    }
    const length = Math.max(minResultLength, Math.max(0, left) * charactersOfToken);
    left = 0;
    return { ...message, content: shorten(message.content, length) };
  });
  return fitted.toReversed();
}
