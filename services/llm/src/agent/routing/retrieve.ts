import { documentsServerName } from '@lectern/contracts';
import { type Runtime, readRuntime, toCallContext } from '../../graphs/graph-context.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateUpdate, AgentStateValue } from '../agent-state.ts';

/** Finds the servers that fit the latest query, except those that could not help in this turn. */
export function createRetrieve({ outside }: AgentDependencies) {
  return async (state: AgentStateValue, runtime: Runtime): Promise<AgentStateUpdate> => {
    const { queries, search_kwargs, current_mcp_server: current, left_servers } = state;
    const currentServer = current === documentsServerName ? null : current;
    const search = {
      query: queries.at(-1) ?? state.question,
      limit: search_kwargs.limit,
      ...(currentServer !== null && { currentServer }),
    };
    const found = await outside.search(search, toCallContext(readRuntime(runtime)));
    if (!found) return { retrieved_docs: [], decision: null };
    const { servers, decision } = found;
    const candidates = servers.filter(({ name }) => !left_servers.includes(name));
    const isLeft = decision.server !== null && left_servers.includes(decision.server);
    return {
      retrieved_docs: candidates,
      decision: candidates.length === 0 || isLeft ? null : decision,
    };
  };
}
