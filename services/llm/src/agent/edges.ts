import { END } from '@langchain/langgraph';
import type { AgentStateValue } from './agent-state.ts';

/** Continues with the server in use, or routes to one. */
export function afterDecideSubgraph({ current_mcp_server }: AgentStateValue) {
  return current_mcp_server === null ? 'generate_routing_query' : 'mcp_orchestrator';
}

export function afterDecideMcpOrNot({ done }: AgentStateValue) {
  return done ? END : 'mcp_orchestrator';
}

/** Makes the requested calls. Routing starts again after their results and without a server. */
export function afterRouteTools({ done, wanted_calls }: AgentStateValue) {
  if (done) return END;
  return wanted_calls.length > 0 ? 'mcp_tool_call' : 'generate_routing_query';
}
