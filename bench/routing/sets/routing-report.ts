/** Figures of one set. Recall is 0 to 1 over the questions that are judged by it; null without any. */
export interface SetReport {
  readonly set: string;
  readonly servers: number;
  readonly tools: number;
  readonly questions: number;
  readonly server_recall_at_1: number | null;
  readonly server_recall_at_5: number | null;
  readonly tool_recall_at_1: number | null;
  readonly tool_recall_at_5: number | null;
  /** Tokens of the tools of the best server that are offered to a model, cut to the budget. */
  readonly bound_tokens: { readonly median: number; readonly max: number };
  /** Time of a question, from its text to servers, tools and the decision. */
  readonly time_ms: { readonly p50: number; readonly p95: number };
  /** Mean of a question, of this process; a model that runs in another one is not in it. */
  readonly cpu_ms: number;
  /** Analysing, embedding and indexing all servers. */
  readonly index_ms: number;
  readonly none_fits: NoneFitsReport | null;
}

/** Precision and recall of "nothing fits" among as many answerable questions. */
export interface NoneFitsReport {
  readonly unanswerable: number;
  readonly answerable: number;
  /** Share of the questions called unanswerable that are; null when none was. */
  readonly precision: number | null;
  /** Share of the unanswerable questions that were called so. */
  readonly recall: number;
}

/** The same questions among more and more tools. */
export interface CurvePoint {
  readonly tools: number;
  readonly questions: number;
  readonly tool_recall_at_1: number;
  readonly tool_recall_at_5: number;
  readonly p95_ms: number;
}

export interface RoutingReport {
  /** Id of the embedding model. */
  readonly embedder: string;
  readonly sets: readonly SetReport[];
  /** Over all sets together; null unless it was asked for. */
  readonly curve: readonly CurvePoint[] | null;
}
