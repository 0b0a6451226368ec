import { defuseMarkers, estimateTokens, type ModelMessage, shorten } from '@lectern/grounding';
import { documentsServerName, type ToolServer } from '../../ports/tool-registry.ts';
import type { AgentStateValue } from '../agent-state.ts';
import { describeServers } from '../describe-servers.ts';

export interface PromptParts {
  readonly prompt: string;
  readonly servers: readonly ToolServer[];
  readonly budgetTokens: number;
}

/** Prompt of the orchestrator: its rules, the other servers, the conversation, results so far. */
export function buildMessages(
  state: AgentStateValue,
  { prompt, servers, budgetTokens }: PromptParts,
): ModelMessage[] {
  const { question, history, retrieved_docs, current_mcp_server: current } = state;
  const callers = (state.caller_tools?.exchange ?? []).map(fence);
  const others = retrieved_docs.map(({ name }) => name).filter((name) => name !== current);
  const rules =
    others.length === 0
      ? prompt
      : `${prompt}\n\nOther servers:\n${describeServers(servers, others)}`;
  const before: ModelMessage[] = [
    { role: 'system', content: rules },
    ...history.flatMap((past): ModelMessage[] => [
      { role: 'user', content: past.question },
      { role: 'assistant', content: past.answer },
    ]),
    { role: 'user', content: question },
  ];
  const left = before.reduce((sum, { content }) => sum - estimateTokens(content), budgetTokens);
  return [...before, ...fitResults([...callers, ...withoutEmptySearch(state)], left)];
}

/**
 * The messages of the turn. Where the documents held nothing and another server is to be called, the
 * search of them is left out: small models answer whenever a result stands last.
 */
function withoutEmptySearch({
  messages,
  passages,
  made_calls,
  current_mcp_server: current,
}: AgentStateValue): readonly ModelMessage[] {
  const [first, ...rest] = messages;
  const isSearchAlone = passages.length === 0 && made_calls.every(({ isFirst }) => isFirst);
  if (!isSearchAlone || current === documentsServerName || first?.role !== 'assistant') {
    return messages;
  }
  const ids = first.toolCalls?.map(({ id }) => id) ?? [];
  return rest.filter((message) => message.role !== 'tool' || !ids.includes(message.callId));
}

/** A result of the caller's tools as data, as those of other tools. */
function fence(message: ModelMessage): ModelMessage {
  if (message.role !== 'tool') return message;
  const text = defuseMarkers(message.content).replaceAll(/<(?=\/?result\b)/gi, '&lt;');
  return { ...message, content: `<result>\n${text}\n</result>` };
}

const minResultLength = 200;
const charactersOfToken = 3;

/** All messages, since a call must not lose its result; the oldest results are shortened first. */
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
