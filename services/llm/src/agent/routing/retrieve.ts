import { documentsServerName } from '@lectern/contracts';
import { type Runtime, readRuntime } from '../../graphs/graph-context.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateUpdate, AgentStateValue } from '../agent-state.ts';

/** Finds the servers that fit the latest query, without those that could not help in this turn. */
export function createRetrieve({ retrieval }: AgentDependencies) {
  return async (state: AgentStateValue, runtime: Runtime): Promise<AgentStateUpdate> => {
    const { context, signal } = readRuntime(runtime);
    const { queries, search_kwargs, current_mcp_server: current, left_servers } = state;
    const outside = current === documentsServerName ? null : current;
    const { servers, decision } = await retrieval.search(context.owner, {
      query: queries.at(-1) ?? state.question,
      limit: search_kwargs.limit,
      ...(outside !== null && { currentServer: outside }),
      signal,
    });
    const candidates = servers.filter(({ name }) => !left_servers.includes(name));
    const isLeft = decision.server !== null && left_servers.includes(decision.server);
    return {
      retrieved_docs: candidates,
      decision: candidates.length === 0 || isLeft ? null : decision,
    };
  };
}
