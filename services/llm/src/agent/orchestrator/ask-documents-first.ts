import { randomUUID } from 'node:crypto';
import { chooseQueries, toRetrievalQuery } from '@lectern/answering';
import type { NodeRuntime } from '../../graphs/graph-context.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateUpdate, AgentStateValue, WantedCall } from '../agent-state.ts';

/**
 * The first step of every turn. A model that can be forced chooses the queries of `retrieve_context`;
 * otherwise the query is the routing query.
 */
export async function askDocumentsFirst(
  { search }: AgentDependencies,
  { question, history, queries }: AgentStateValue,
  { context, signal }: NodeRuntime,
): Promise<AgentStateUpdate> {
  const chosen = await chooseQueries(
    context.models.mcp_orchestrator_model,
    {
      tool: search.tool,
      question,
      history,
      fallback: queries.at(-1) ?? toRetrievalQuery(question, history),
    },
    { signal },
  );
  const wanted = chosen.queries.map(
    (query): WantedCall => ({
      id: randomUUID(),
      server: search.server,
      tool: search.tool.name,
      boundName: search.tool.name,
      arguments: { query },
      forced: chosen.forced,
    }),
  );
  return { wanted_calls: wanted, messages: [toCallMessage(wanted)] };
}

/** Returns the assistant's message that requests calls. */
export function toCallMessage(wanted: readonly WantedCall[], content = '') {
  return {
    role: 'assistant' as const,
    content,
    toolCalls: wanted.map(({ id, boundName, arguments: given }) => ({
      id,
      name: boundName,
      arguments: given,
    })),
  };
}
