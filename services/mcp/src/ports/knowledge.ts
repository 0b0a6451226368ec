import type {
  AcceptedDocuments,
  AddTextDocuments,
  ArticlesRequest,
  ArticlesResponse,
  AskRequest,
  AskResponse,
  CollectionList,
  CollectionListQuery,
  Document,
  DocumentChunks,
  DocumentList,
  DocumentOutline,
  DocumentText,
  Health,
  SearchRequest,
  SearchResponse,
} from '@lectern/contracts';

/** Tells who asks how far a long call is, in a short English sentence. */
export type ReportProgress = (message: string) => void;

/** In whose name, and for how long, the knowledge service is asked. */
export interface KnowledgeCall {
  /** The caller's internal token, passed on as it came. */
  readonly token: string;
  readonly requestId: string;
  /** Time for the answer, retries included. */
  readonly timeoutMs: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Told how far a long call is. Undefined: nobody wants to know. */
  readonly report?: ReportProgress;
}

export interface ReadableDocumentsQuery {
  readonly limit: number;
  readonly cursor?: string;
  readonly query?: string;
}

/**
 * The knowledge service. Calls throw its `AppError`, or `service_unavailable` when it cannot be
 * reached, `deadline_exceeded` when the time is up, `client_closed_request` when the signal is
 * aborted.
 */
export interface Knowledge {
  search(request: SearchRequest, call: KnowledgeCall): Promise<SearchResponse>;
  retrieveArticles(request: ArticlesRequest, call: KnowledgeCall): Promise<ArticlesResponse>;
  /** Asks a model; never tried again, since each try may cost a model's answer. */
  ask(request: AskRequest, call: KnowledgeCall): Promise<AskResponse>;
  /** Texts by their external ids: what has changed becomes a new version. */
  addDocuments(
    collectionId: string,
    documents: AddTextDocuments['documents'],
    call: KnowledgeCall,
  ): Promise<AcceptedDocuments>;
  listCollections(query: CollectionListQuery, call: KnowledgeCall): Promise<CollectionList>;
  /** Documents that can be read, newest first; `query` is part of a title or name. */
  listDocuments(query: ReadableDocumentsQuery, call: KnowledgeCall): Promise<DocumentList>;
  getDocument(id: string, call: KnowledgeCall): Promise<Document>;
  getDocumentText(id: string, call: KnowledgeCall): Promise<DocumentText>;
  getDocumentOutline(id: string, call: KnowledgeCall): Promise<DocumentOutline>;
  /** A page of a document's chunks in reading order. */
  getDocumentChunks(
    id: string,
    cursor: string | undefined,
    call: KnowledgeCall,
  ): Promise<DocumentChunks>;
  /** How the service says it is; `unavailable` when it does not answer in time. Never throws. */
  checkHealth(timeoutMs: number): Promise<Health['status']>;
}
