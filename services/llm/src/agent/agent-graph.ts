import { type BaseCheckpointSaver, END, START, StateGraph } from '@langchain/langgraph';
import { abstain } from '@lectern/answering';
import { documentsServerName } from '@lectern/contracts';
import { callsTools } from '@lectern/models';
import { type Runtime, readRuntime, toCallContext } from '../graphs/graph-context.ts';
import { inSpan } from '../graphs/in-span.ts';
import type { AgentDependencies } from './agent-dependencies.ts';
import { AgentState, type AgentStateUpdate, type AgentStateValue } from './agent-state.ts';
import { askDocumentsFirst } from './orchestrator/ask-documents-first.ts';
import { finishWith } from './orchestrator/finish-answer.ts';
import { createMcpToolCall } from './orchestrator/mcp-tool-call.ts';
import { orchestrateWithModel } from './orchestrator/orchestrate-with-model.ts';
import { orchestrateWithoutModel } from './orchestrator/orchestrate-without-model.ts';
import { createGenerateRoutingQuery } from './routing/generate-routing-query.ts';
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

/** Continues with the server in use, or routes to one. */
function afterDecideSubgraph({ current_mcp_server }: AgentStateValue) {
  return current_mcp_server === null ? 'generate_routing_query' : 'mcp_orchestrator';
}

function afterDecideMcpOrNot({ done }: AgentStateValue) {
  return done ? END : 'mcp_orchestrator';
}

/** Makes the requested calls. Routing starts again after their results and without a server. */
function afterRouteTools({ done, wanted_calls }: AgentStateValue) {
  if (done) return END;
  return wanted_calls.length > 0 ? 'mcp_tool_call' : 'generate_routing_query';
}

/** Requests tool calls of the current server, answers, or abandons the server. */
function createMcpOrchestrator(dependencies: AgentDependencies) {
  return (state: AgentStateValue, runtime: Runtime): Promise<AgentStateUpdate> => {
    const read = readRuntime(runtime);
    const orchestrate = callsTools(read.context.models.mcp_orchestrator_model)
      ? orchestrateWithModel
      : orchestrateWithoutModel;
    return state.made_calls.length === 0
      ? askDocumentsFirst(dependencies, state, read)
      : orchestrate(dependencies, state, read);
  };
}

/**
 * Continues with the chosen server, or ends the turn with the router's question to the user or with
 * an abstention.
 */
async function decideMcpOrNot(
  { question, current_mcp_server, user_question, unavailable }: AgentStateValue,
  runtime: Runtime,
): Promise<AgentStateUpdate> {
  if (current_mcp_server !== null) return {};
  const { context } = readRuntime(runtime);
  const onText = (text: string) => context.emit({ type: 'text', text });
  if (user_question === null) return finishWith(abstain({ question, unavailable }, onText));
  onText(user_question);
  return { done: true, answer: user_question, abstained: false, citations: [] };
}

/** Finds the servers that fit the latest query, except those that could not help in this turn. */
function createRetrieve({ outside }: AgentDependencies) {
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
