import { randomUUID } from 'node:crypto';
import { toRetrievalQuery } from '@lectern/answering';
import { chooseQueries } from '../../knowledge/choose-queries.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateUpdate, AgentStateValue, WantedCall } from '../agent-state.ts';

/**
 * The first step of every turn: the model is offered `retrieve_context` alone and must call it; the
 * graph calls it with the routing query where the model does not.
 */
export async function askDocumentsFirst(
  { settings, search, onUsage }: AgentDependencies,
  { question, history, queries }: AgentStateValue,
  signal: AbortSignal,
): Promise<AgentStateUpdate> {
  const chosen = await chooseQueries(
    settings.mcp_orchestrator_model,
    {
      tool: search.tool,
      question,
      history,
      fallback: queries.at(-1) ?? toRetrievalQuery(question, history),
    },
    { onUsage, signal },
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

/** The assistant's message that asks for calls. */
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
