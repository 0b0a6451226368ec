import { END } from '@langchain/langgraph';
import type { AgentStateValue } from './agent-state.ts';

/** A server in use goes on; otherwise one is routed to. */
export function afterDecideSubgraph({ current_mcp_server }: AgentStateValue) {
  return current_mcp_server === null ? 'generate_routing_query' : 'mcp_orchestrator';
}

export function afterDecideMcpOrNot({ done }: AgentStateValue) {
  return done ? END : 'mcp_orchestrator';
}

/** Calls that are wanted are made; after their results, and without a server, routing begins anew. */
export function afterRouteTools({ done, wanted_calls }: AgentStateValue) {
  if (done) return END;
  return wanted_calls.length > 0 ? 'mcp_tool_call' : 'generate_routing_query';
}
