import type {
  FittedTools,
  FoundRoutes,
  RoutingDecision,
  RoutingKind,
  ScoredServer,
  ScoredTool,
} from '@lectern/tool-routing';
import type { Owner } from './owner.ts';
import type { RegisteredTool } from './tool-registry.ts';

export type { RoutingDecision, RoutingKind, ScoredServer, ScoredTool };

export interface ToolSearch {
  /** 1 to 2,000 characters, any language. */
  readonly query: string;
  /** Most servers, and most tools. 1 to 50, default 5. */
  readonly limit?: number;
  /**
   * The server in use: it is kept unless another one is better by a margin, as the decision's
   * reason then says.
   */
  readonly currentServer?: string;
  /** Aborted: the search rejects with its reason. */
  readonly signal?: AbortSignal;
}

export interface ToolSearchResult extends FoundRoutes {
  /** Time of the search itself. */
  readonly durationMs: number;
}

export interface ToolSelection {
  /** Name of the server whose tools are wanted. */
  readonly server: string;
  /** What they are wanted for. */
  readonly query: string;
  /** Most tokens of all names, descriptions and schemas together. Default 4,000. */
  readonly tokenBudget?: number;
  readonly signal?: AbortSignal;
}

export type SelectedTools = FittedTools<RegisteredTool>;

/**
 * Finds servers and tools for a task among all that a person may use: hybrid retrieval over one
 * document a server and one a tool, held in memory. A server counts from the moment its catalogue
 * is stored; nobody waits for a server.
 */
export interface ToolRetrieval {
  search(owner: Owner, search: ToolSearch): Promise<ToolSearchResult>;
  selectTools(owner: Owner, selection: ToolSelection): Promise<SelectedTools>;
}
