import { randomUUID } from 'node:crypto';
import { chooseQueries, toRetrievalQuery } from '@lectern/answering';
import type { NodeRuntime } from '../../graphs/graph-context.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateUpdate, AgentStateValue, WantedCall } from '../agent-state.ts';

/**
 * The first step of every turn: lets the model choose the queries of `retrieve_context`, unless it
 * has written the routing query and cannot be forced to call the tool.
 */
export async function askDocumentsFirst(
  { search }: AgentDependencies,
  { question, history, queries }: AgentStateValue,
  { context, signal }: NodeRuntime,
): Promise<AgentStateUpdate> {
  const { mcp_orchestrator_model: model } = context.models;
  const plain = toRetrievalQuery(question, history);
  const fallback = queries.at(-1) ?? plain;
  const chosen =
    fallback === plain || model.toolChoices.includes('required')
      ? await chooseQueries(model, { tool: search.tool, question, history, fallback }, { signal })
      : { queries: [fallback], forced: true };
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
