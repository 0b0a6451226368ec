import type { Passage } from '@lectern/answering';
import type { CollectionFilter, Warning } from '@lectern/contracts';
import type { ModelTool } from '@lectern/models';

export interface KnowledgeQuery {
  /** 1 to 2,000 characters. */
  readonly query: string;
  readonly collectionFilter: CollectionFilter | undefined;
}

/** Credentials and deadline of a search. */
export interface CallContext {
  /** The person's internal token; it decides which documents are found. */
  readonly token: string;
  /** Sent to the services behind, for their logs. */
  readonly requestId: string;
  readonly signal: AbortSignal;
}

export interface KnowledgeResult {
  /** Passages of the articles, article by article, the best article first. */
  readonly passages: readonly Passage[];
  /** Probability that the passages answer the query, 0 to 1. */
  readonly evidence: number;
  /** Number of articles. */
  readonly articles: number;
  readonly warnings: readonly Warning[];
  /** Bytes of the tool's answer. */
  readonly bytes: number;
}

/** The suite's own documents, as a tool. */
export interface KnowledgeSearch {
  /** Name of the tool server in stored calls. */
  readonly server: string;
  /** The tool for a model, which chooses the query and nothing else. */
  readonly tool: ModelTool;
  /** Returns the arguments of a call, as they are stored. */
  argumentsOf(query: KnowledgeQuery): Record<string, unknown>;
  /**
   * @throws AppError `search_unavailable` or `search_timeout` when there is no answer,
   *   `collection_not_found`, `document_not_found` and `forbidden` when the caller may not ask this.
   */
  retrieve(query: KnowledgeQuery, context: CallContext): Promise<KnowledgeResult>;
}
