import { toRetrievalQuery } from '@lectern/answering';
import { callsTools, type ModelMessage, runModel } from '@lectern/models';
import { shorten } from '@lectern/retrieval/text';
import { type Runtime, readRuntime, toCallContext } from '../../graphs/graph-context.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateUpdate, AgentStateValue } from '../agent-state.ts';
import { showConversation } from '../show-conversation.ts';

const maxQueryTokens = 200;
const maxQueryLength = 2_000;

/**
 * Generates the routing query: the first message of a conversation unchanged, later a query that
 * the model writes from the conversation and the results so far.
 */
export function createGenerateRoutingQuery({ settings, outside }: AgentDependencies) {
  return async (state: AgentStateValue, runtime: Runtime): Promise<AgentStateUpdate> => {
    const read = readRuntime(runtime);
    const { context, signal } = read;
    const { routing_query_model: model, contextTokens } = context.models;
    const { question, history, messages } = state;
    const plain = toRetrievalQuery(question, history);
    const isFirst = history.length === 0 && messages.length === 0;
    if (isFirst || !callsTools(model)) return { queries: [plain] };
    if ((await outside.countServers(toCallContext(read))) === 0) return { queries: [plain] };
    const conversation: ModelMessage[] = [
      { role: 'system', content: settings.routing_query_prompt },
      { role: 'user', content: showConversation(state, Math.floor(contextTokens / 2)) },
    ];
    const request = { messages: conversation, maxTokens: maxQueryTokens };
    const { text } = await runModel(model, request, { signal });
    const written = shorten(text.replaceAll(/\s+/g, ' ').trim(), maxQueryLength);
    return { queries: [written === '' ? plain : written] };
  };
}
