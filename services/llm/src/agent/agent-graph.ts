import { type BaseCheckpointSaver, END, START, StateGraph } from '@langchain/langgraph';
import { inSpan } from '../graphs/in-span.ts';
import type { AgentDependencies } from './agent-dependencies.ts';
import { AgentState } from './agent-state.ts';
import { afterDecideMcpOrNot, afterDecideSubgraph, afterRouteTools } from './edges.ts';
import { createMcpOrchestrator } from './orchestrator/mcp-orchestrator.ts';
import { createMcpToolCall } from './orchestrator/mcp-tool-call.ts';
import { decideMcpOrNot } from './routing/decide-mcp-or-not.ts';
import { createGenerateRoutingQuery } from './routing/generate-routing-query.ts';
import { createRetrieve } from './routing/retrieve.ts';
import { createRoute } from './routing/route.ts';

/**
 * Creates the graph of mode `agent`: a router finds the server that fits, an orchestrator calls its
 * tools and answers. The nodes `decide_subgraph` and `route_tools` have conditional edges alone.
 */
export function createAgentGraph(
  dependencies: AgentDependencies,
  checkpointer: BaseCheckpointSaver | undefined,
) {
  return new StateGraph(AgentState)
    .addNode('decide_subgraph', async () => ({}))
    .addNode(
      'generate_routing_query',
      inSpan('generate_routing_query', createGenerateRoutingQuery(dependencies)),
    )
    .addNode('retrieve', inSpan('retrieve_servers', createRetrieve(dependencies)))
    .addNode('route', inSpan('route', createRoute(dependencies)))
    .addNode('decide_mcp_or_not', decideMcpOrNot)
    .addNode('mcp_orchestrator', inSpan('mcp_orchestrator', createMcpOrchestrator(dependencies)))
    .addNode('route_tools', async () => ({}))
    .addNode('mcp_tool_call', inSpan('mcp_tool_call', createMcpToolCall(dependencies)))
    .addEdge(START, 'decide_subgraph')
    .addConditionalEdges('decide_subgraph', afterDecideSubgraph, [
      'generate_routing_query',
      'mcp_orchestrator',
    ])
    .addEdge('generate_routing_query', 'retrieve')
    .addEdge('retrieve', 'route')
    .addEdge('route', 'decide_mcp_or_not')
    .addConditionalEdges('decide_mcp_or_not', afterDecideMcpOrNot, ['mcp_orchestrator', END])
    .addEdge('mcp_orchestrator', 'route_tools')
    .addConditionalEdges('route_tools', afterRouteTools, [
      'mcp_tool_call',
      'generate_routing_query',
      END,
    ])
    .addEdge('mcp_tool_call', 'route_tools')
    .compile({ ...(checkpointer && { checkpointer }) });
}
