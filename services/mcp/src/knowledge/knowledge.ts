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
import type { ReportProgress } from '../calls/tool-call.ts';

/** The caller and the deadline of a call of the knowledge service. */
export interface KnowledgeCall {
  /** The caller's internal token, passed on unchanged. */
  readonly token: string;
  readonly requestId: string;
  /** Timeout of the answer, including retries. */
  readonly timeoutMs: number;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
  /** Receives the progress of a long call. Undefined: no reports. */
  readonly report?: ReportProgress;
}

export interface ReadableDocumentsQuery {
  readonly limit: number;
  readonly cursor?: string;
  readonly query?: string;
}

/** The requested part of a text. The first of `page`, `section` and `start` that is set counts. */
export interface TextPart {
  readonly page?: number | undefined;
  /** A heading or a part of one. */
  readonly section?: string | undefined;
  /** Offset of the first code point. */
  readonly start?: number | undefined;
  /** Maximum code points. */
  readonly max_characters: number;
  readonly tables?: boolean;
}

/** A chunk with the number of its neighbours. */
export interface ChunkPlace {
  readonly around: string;
  readonly before: number;
  readonly after: number;
}

/**
 * The knowledge service.
 * @throws AppError the service's own, `service_unavailable` if it cannot be reached,
 * `deadline_exceeded` after the timeout, `client_closed_request` if the signal is aborted.
 */
export interface Knowledge {
  search(request: SearchRequest, call: KnowledgeCall): Promise<SearchResponse>;
  retrieveArticles(request: ArticlesRequest, call: KnowledgeCall): Promise<ArticlesResponse>;
  /** Asks a model. No retries, since each one may cost another answer of the model. */
  ask(request: AskRequest, call: KnowledgeCall): Promise<AskResponse>;
  /** Adds texts by their external ids. Changed texts become new versions. */
  addDocuments(
    collectionId: string,
    documents: AddTextDocuments['documents'],
    call: KnowledgeCall,
  ): Promise<AcceptedDocuments>;
  listCollections(query: CollectionListQuery, call: KnowledgeCall): Promise<CollectionList>;
  /** Lists readable documents, newest first; `query` is part of a title or name. */
  listDocuments(query: ReadableDocumentsQuery, call: KnowledgeCall): Promise<DocumentList>;
  getDocument(id: string, call: KnowledgeCall): Promise<Document>;
  /**
   * Returns a part of a document's text.
   * @throws AppError `not_found` if the document has no such page or section.
   */
  getDocumentText(id: string, part: TextPart, call: KnowledgeCall): Promise<DocumentText>;
  /** Returns the first headings of a document. */
  getDocumentOutline(id: string, limit: number, call: KnowledgeCall): Promise<DocumentOutline>;
  /**
   * Returns a chunk and its neighbours in reading order.
   * @throws AppError `not_found` if the document has no such chunk.
   */
  getNeighbours(id: string, place: ChunkPlace, call: KnowledgeCall): Promise<DocumentChunks>;
  /**
   * Returns the health of the service; `unavailable` if it does not answer in time. Never throws.
   */
  checkHealth(timeoutMs: number): Promise<Health['status']>;
}
