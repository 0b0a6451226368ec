export interface SearchKwargs {
  /** Maximum servers. */
  readonly limit: number;
}

/** A prompt for each step of the graph, and the settings of the search for servers. */
export interface AgentSettings {
  /** For the routing query of every message but the first. */
  readonly routing_query_prompt: string;
  /** For the choice of one server, none, or a question to the user. */
  readonly routing_response_prompt: string;
  /** For calls of the current server's tools and for the answer. */
  readonly mcp_orchestrator_prompt: string;
  readonly search_kwargs: SearchKwargs;
}

/** Bounds of one turn. */
export const agentBounds = {
  toolCalls: 8,
  /** Calls of `retrieve_context`, which count as tool calls too. */
  retrievals: 4,
  /** Calls that a model may request in one step. */
  callsOfStep: 4,
  /** Servers that are abandoned because they could not help. */
  reroutes: 2,
  /** Calls that a model requests a second time. */
  repeats: 2,
} as const;
