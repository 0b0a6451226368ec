import type {
  CollectionSettings,
  DocumentStatus,
  DocumentSummary,
  EvaluationRunResult,
  EvaluationSettings,
  FailureCode,
  Metadata,
  ModelProblem,
  Permission,
  SourceKind,
  SourceProblem,
  SourceRun,
  SourceRunStatus,
  Warning,
  WorkerJob,
} from '@lectern/contracts';
import type {
  ColumnType,
  Generated,
  Insertable,
  JSONColumnType,
  Kysely,
  Selectable,
  Transaction,
} from 'kysely';

type Json<Value extends object | null> = JSONColumnType<Value, string, string>;
type CreatedAt = ColumnType<Date, Date | undefined, never>;
type Moment = ColumnType<Date, Date | undefined, Date>;

/** Group of workers that parse a document. */
export type Lane = 'light' | 'heavy';

export interface CollectionsTable {
  id: string;
  organisation_id: string;
  parent_id: string | null;
  name: string;
  description: Generated<string>;
  settings: Json<CollectionSettings>;
  inherit: Generated<boolean>;
  path: string[];
  grant_path: string[];
  created_by: string;
  created_at: CreatedAt;
  updated_at: Moment;
}

export interface GrantsTable {
  collection_id: string;
  grantee_type: 'user' | 'team' | 'role';
  grantee_id: string;
  permission: Permission;
}

export interface DocumentsTable {
  id: string;
  organisation_id: string;
  collection_id: string | null;
  title: string;
  file_name: string | null;
  external_id: string | null;
  url: string | null;
  metadata: Json<Metadata>;
  /** The entries of `metadata` that came with the file. */
  file_metadata: ColumnType<Metadata, string | undefined, string>;
  version: Generated<number>;
  work: Generated<number>;
  published_at: Moment;
  mime_type: string | null;
  /** `bigint`, which the driver returns as a string. */
  size: ColumnType<string, number, number>;
  sha256: string;
  status: DocumentStatus;
  stage: Generated<string>;
  stage_done: Generated<number>;
  stage_total: Generated<number>;
  error_code: FailureCode | null;
  error_message: string | null;
  warnings: ColumnType<Warning[], string | undefined, string>;
  active_revision: string | null;
  page_count: number | null;
  chunk_count: Generated<number>;
  starts: Generated<number>;
  claimed_by: string | null;
  claimed_until: Date | null;
  /** Null until it was queued for the first time. */
  turn: number | null;
  lane: Generated<Lane>;
  created_by: string;
  created_at: CreatedAt;
  updated_at: Moment;
  /** Null while the document has its first content. */
  replaced_at: Date | null;
  deleted_at: Date | null;
  /** Entry of the bin that contains the deleted document. */
  bin_id: string | null;
  bin_collection_id: string | null;
  /** Status after the chunks of a restored document are indexed again. */
  restored_status: 'ready' | 'failed' | 'cancelled' | null;
}

export interface BundleImportsTable {
  id: string;
  organisation_id: string;
  parent_id: string | null;
  collection_id: string | null;
  /** The uploaded bundle; null when it is not needed any more. */
  sha256: string | null;
  status: 'queued' | 'running' | 'done' | 'failed';
  done: Generated<number>;
  total: Generated<number>;
  error_code: string | null;
  error_message: string | null;
  error_member: string | null;
  created_by: string;
  idempotency_key: string | null;
  /** Parent and bundle of the request with the key. */
  request: string | null;
  created_at: CreatedAt;
  updated_at: Moment;
}

export interface RemovedDocumentsTable {
  id: string;
  organisation_id: string;
  sha256: string;
}

export interface ImportedVectorsTable {
  revision: string;
  embedding_model: string;
  dimensions: number;
  vectors: Buffer;
}

export interface BinEntriesTable {
  id: string;
  organisation_id: string;
  kind: 'document' | 'collection';
  name: string;
  parent_id: string | null;
  grant_path: string[];
  inherit: boolean;
  document_count: number;
  size: ColumnType<string, number, number>;
  deleted_by: string;
  deleted_at: Date;
}

export interface RevisionsTable {
  id: string;
  organisation_id: string;
  document_id: string;
  version: number;
  sha256: string;
  parsed_sha256: string | null;
  parser_version: string;
  file_name: string | null;
  mime_type: string | null;
  has_vectors: Generated<boolean>;
  created_at: CreatedAt;
}

export interface ChunksTable {
  id: string;
  organisation_id: string;
  document_id: string;
  revision: string;
  position: number;
  text: string;
  start_offset: number;
  end_offset: number;
  page: number | null;
  page_end: number | null;
  /** Start of each page after the first; null from earlier parsers. */
  page_starts: number[] | null;
  section: string[];
  /** Sections that begin within the chunk; null if none does, and from earlier versions. */
  sections: { start: number; section: string[] }[] | null;
  token_count: number;
  kind: string;
  edit_id: string | null;
  hidden: Generated<boolean>;
  /** Time of an edit that the index does not have yet. */
  stale_since: Date | null;
}

/** Summaries by the text that a model read. */
export interface SummariesTable {
  revision: string;
  organisation_id: string;
  /** SHA-256 of the prompt. */
  prompt_sha256: string;
  summary: Json<DocumentSummary>;
  created_at: CreatedAt;
}

export interface PassageEditsTable {
  id: string;
  organisation_id: string;
  document_id: string;
  /** The text that the parser read. */
  original_text: string;
  start_offset: number;
  page: number | null;
  before_text: string | null;
  /** Null hides the passage. */
  text: string | null;
  /** Null for an imported edit. */
  edited_by: string | null;
  edited_at: Generated<Date>;
  ended_by: string | null;
  ended_at: Date | null;
  end_reason: 'replaced' | 'undone' | null;
}

export interface WordsTable {
  organisation_id: string;
  /** Hash of the word by `rag.hash_word`. */
  word: string;
}

export interface EmbeddingModelsTable {
  id: string;
  provider: 'openai_compatible' | 'onnx';
  model: string;
  base_url: string | null;
  query_prefix: string | null;
  passage_prefix: string | null;
  /** Sealed. */
  api_key: string | null;
  embedder_id: string;
  dimensions: number;
  created_by: string;
  created_at: Generated<Date>;
}

export interface EmbeddingChoiceTable {
  only_row: Generated<boolean>;
  model_id: string;
  chosen_at: Generated<Date>;
}

export interface RerankersTable {
  id: string;
  provider: 'cohere' | 'jina' | 'tei' | 'onnx';
  model: string | null;
  base_url: string | null;
  /** Sealed. */
  api_key: string | null;
  created_by: string;
  created_at: Generated<Date>;
}

export interface RerankerChoiceTable {
  only_row: Generated<boolean>;
  reranker_id: string;
}

export interface IndexVersionsTable {
  id: string;
  embedding_model: string;
  dimensions: number;
  analyzer_version: string;
  status: 'building' | 'active' | 'retired';
  created_at: CreatedAt;
  activated_at: Date | null;
  index_name: Generated<string>;
  rebuild_requested_at: Date | null;
  rebuild_done: Generated<number>;
  rebuild_total: Generated<number>;
  build_started_at: Date | null;
  build_texts: Generated<number>;
  build_problem: string | null;
  build_reason: ModelProblem | null;
  used_at: Generated<Date>;
}

export interface DroppedIndexesTable {
  index_name: string;
  dropped_at: CreatedAt;
}

export interface SiteTable {
  singleton: Generated<boolean>;
  id: string;
}

export interface ParseUseTable {
  organisation_id: string;
  /** Day in UTC. */
  day: ColumnType<Date, string, never>;
  seconds: number;
}

/** Maintained by triggers on the documents. `bigint`s, which the driver returns as strings. */
export interface DocumentUseTable {
  organisation_id: string;
  documents: ColumnType<string, never, never>;
  bytes: ColumnType<string, never, never>;
}

export interface EvaluationSetsTable {
  id: string;
  organisation_id: string;
  name: string;
  created_by: string;
  created_at: CreatedAt;
  updated_at: Moment;
}

export interface EvaluationQuestionsTable {
  id: string;
  set_id: string;
  query: string;
  created_by: string;
  created_at: CreatedAt;
}

export interface EvaluationAnswersTable {
  id: string;
  question_id: string;
  document_id: string;
  version: number;
  start_offset: number | null;
  end_offset: number | null;
}

export interface EvaluationRunsTable {
  id: string;
  organisation_id: string;
  set_id: string;
  status: 'running' | 'done' | 'failed';
  settings: ColumnType<EvaluationSettings[], string, never>;
  done: Generated<number>;
  total: number;
  result: ColumnType<EvaluationRunResult | null, never, string>;
  error_code: string | null;
  error_message: string | null;
  created_by: string;
  created_at: CreatedAt;
  updated_at: Moment;
  finished_at: Date | null;
}

export interface WorkersTable {
  id: string;
  host: string;
  version: string;
  started_at: CreatedAt;
  seen_at: Moment;
  jobs: ColumnType<WorkerJob[], string, string>;
}

export interface SourcesTable {
  id: string;
  organisation_id: string;
  collection_id: string;
  kind: SourceKind;
  name: string;
  settings: Json<Readonly<Record<string, unknown>>>;
  /** Sealed JSON. */
  credentials: string | null;
  cron: string | null;
  time_zone: string | null;
  paused: Generated<boolean>;
  max_removed_share: Generated<number>;
  created_by: string;
  created_at: CreatedAt;
  updated_at: Moment;
}

export interface SourceRunsTable {
  id: string;
  organisation_id: string;
  source_id: string;
  status: SourceRunStatus;
  trigger: 'person' | 'schedule';
  preview: Generated<boolean>;
  listed: Generated<number>;
  added: Generated<number>;
  changed: Generated<number>;
  removed: Generated<number>;
  skipped: Generated<number>;
  failed: Generated<number>;
  waiting_removals: Generated<number>;
  confirmed_removals: Generated<number>;
  errors: ColumnType<SourceRun['errors'], string | undefined, string>;
  error_code: SourceProblem | null;
  error_message: string | null;
  starts: Generated<number>;
  created_at: CreatedAt;
  started_at: Date | null;
  updated_at: Moment;
  finished_at: Date | null;
}

export interface SourceEntriesTable {
  source_id: string;
  key: string;
  entry_id: string;
  path: string;
  etag: string | null;
  /** `bigint`, which the driver returns as a string. */
  size: ColumnType<string | null, number | null, number | null>;
  modified: Date | null;
  sha256: string;
  state: ColumnType<object | null, string | null, string | null>;
  document_id: string | null;
  run_id: string;
}

export interface ReaderCollectionsTable {
  source_id: string;
  /** SHA-256 of the addresses. */
  readers: string;
  collection_id: string;
}

export interface RagTables {
  'rag.reader_collections': ReaderCollectionsTable;
  'rag.sources': SourcesTable;
  'rag.source_runs': SourceRunsTable;
  'rag.source_entries': SourceEntriesTable;
  'rag.evaluation_sets': EvaluationSetsTable;
  'rag.evaluation_questions': EvaluationQuestionsTable;
  'rag.evaluation_answers': EvaluationAnswersTable;
  'rag.evaluation_runs': EvaluationRunsTable;
  'rag.parse_use': ParseUseTable;
  'rag.document_use': DocumentUseTable;
  'rag.bin_entries': BinEntriesTable;
  'rag.bundle_imports': BundleImportsTable;
  'rag.imported_vectors': ImportedVectorsTable;
  'rag.removed_documents': RemovedDocumentsTable;
  'rag.collections': CollectionsTable;
  'rag.grants': GrantsTable;
  'rag.documents': DocumentsTable;
  'rag.revisions': RevisionsTable;
  'rag.chunks': ChunksTable;
  'rag.passage_edits': PassageEditsTable;
  'rag.summaries': SummariesTable;
  'rag.words': WordsTable;
  'rag.index_generations': IndexVersionsTable;
  'rag.rerankers': RerankersTable;
  'rag.reranker_choice': RerankerChoiceTable;
  'rag.embedding_models': EmbeddingModelsTable;
  'rag.embedding_choice': EmbeddingChoiceTable;
  'rag.dropped_indexes': DroppedIndexesTable;
  'rag.site': SiteTable;
  'rag.workers': WorkersTable;
  /** Views that the gateway maintains for this service. */
  'auth.principals': { user_id: string; organisation_id: string; role: string; disabled: boolean };
  'auth.principal_emails': { user_id: string; organisation_id: string; email: string };
  'auth.teams': { team_id: string; organisation_id: string };
  'auth.principal_teams': { user_id: string; organisation_id: string; team_id: string };
}

export type Database = Kysely<RagTables>;
export type DatabaseTransaction = Transaction<RagTables>;
export type DocumentRow = Selectable<DocumentsTable>;
export type SourceRow = Selectable<SourcesTable>;
export type SourceRunRow = Selectable<SourceRunsTable>;
export type SourceEntryRow = Selectable<SourceEntriesTable>;
export type CollectionRow = Selectable<CollectionsTable>;
export type NewDocumentRow = Insertable<DocumentsTable>;
