import type { Passage } from '@lectern/answering';
import type { CollectionFilter, Warning } from '@lectern/contracts';
import type { ModelTool } from '@lectern/models';

export interface KnowledgeQuery {
  /** 1 to 2,000 characters. */
  readonly query: string;
  readonly collectionFilter: CollectionFilter | undefined;
}

/** Who searches, and how long. */
export interface CallContext {
  /** The person's internal token; it decides what is found. */
  readonly token: string;
  /** Told to the services behind, for their logs. */
  readonly requestId: string;
  readonly signal: AbortSignal;
}

export interface KnowledgeResult {
  /** Passages of the articles found, article by article, the best article first. */
  readonly passages: readonly Passage[];
  /** How sure it is that the passages answer the query, 0 to 1. */
  readonly evidence: number;
  /** How many articles they belong to. */
  readonly articles: number;
  readonly warnings: readonly Warning[];
  /** Size of the tool's answer. */
  readonly bytes: number;
}

/** The suite's own documents, reached as a tool. */
export interface KnowledgeSearch {
  /** Name of the tool server in stored calls. */
  readonly server: string;
  /** The tool as a model sees it: it chooses the query and nothing else. */
  readonly tool: ModelTool;
  /** What a call of the tool is given, as it is stored. */
  argumentsOf(query: KnowledgeQuery): Record<string, unknown>;
  /**
   * @throws AppError `search_unavailable` or `search_timeout` when there is no answer,
   *   `collection_not_found`, `document_not_found` and `forbidden` when the caller may not ask this.
   */
  retrieve(query: KnowledgeQuery, context: CallContext): Promise<KnowledgeResult>;
}
