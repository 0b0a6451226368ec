import type { Owner } from './owner.ts';
import type { RegisteredTool } from './tool-registry.ts';

/** Scores are 0 to 1 and comparable within one answer only. */
export interface ScoredServer {
  readonly name: string;
  readonly score: number;
}

export interface ScoredTool {
  readonly server: string;
  readonly name: string;
  readonly score: number;
}

export type RoutingKind = 'server' | 'nothing_relevant' | 'ambiguous';

/** Which server fits, decided from scores alone, without a language model. */
export interface RoutingDecision {
  readonly kind: RoutingKind;
  /** The server's name; null unless `kind` is `server`. */
  readonly server: string | null;
  /** Why, for a person: the scores that decided, in English. Holds no text of a server. */
  readonly reason: string;
  /** Estimated probability, 0 to 1, that anything found fits the query. */
  readonly evidence: number;
}

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

/** Best first. */
export interface ToolSearchResult {
  readonly servers: readonly ScoredServer[];
  readonly tools: readonly ScoredTool[];
  readonly decision: RoutingDecision;
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

/** Best first. */
export interface SelectedTools {
  readonly tools: readonly RegisteredTool[];
  /** Of what is in `tools`, as estimated; never above the budget. */
  readonly tokens: number;
  /** Tools of the server that were left out. */
  readonly omitted: number;
}

/**
 * Finds servers and tools for a task among all that a person may use: hybrid retrieval over one
 * document a server and one a tool, held in memory. A server counts from the moment its catalogue
 * is stored; nobody waits for a server.
 */
export interface ToolRetrieval {
  search(owner: Owner, search: ToolSearch): Promise<ToolSearchResult>;
  selectTools(owner: Owner, selection: ToolSelection): Promise<SelectedTools>;
}
