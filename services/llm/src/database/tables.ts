import type {
  AnswerAssistant,
  AnswerModel,
  Budget,
  Citation,
  CollectionFilter,
  ConversationMode,
  ModelCapabilities,
  ModelConnection,
  ModelFailure,
  ParsedResearchRequest,
  ResearchRun,
  ResearchStatus,
  Role,
  Route,
  ShareAudience,
  StreamPart,
  ToolOutcome,
  Warning,
} from '@lectern/contracts';
import { type ColumnType, type Generated, Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { ApprovalDecision, ApprovalRequest } from '../ports/answer-mode.ts';

/** `waiting` is for a person's decision about a tool call. */
export type TurnStatus = 'running' | 'waiting' | 'done' | 'stopped' | 'failed';

/** A JSON column: written as text, read as a value. */
type Json<Value> = ColumnType<Value, string, string>;

/** A request for approval, with the decision once there is one. */
export interface StoredApproval extends ApprovalRequest {
  readonly decision?: ApprovalDecision;
}

interface ConversationRow {
  id: string;
  organisation_id: string;
  user_id: string;
  title: string;
  mode: ConversationMode;
  model_id: string | null;
  assistant_id: string | null;
  client_id: string | null;
  pinned: Generated<boolean>;
  archived: Generated<boolean>;
  folder: string | null;
  share_audience: Generated<ShareAudience>;
  share_user_ids: Generated<string[]>;
  /** Set while the conversation is in the bin. */
  deleted_at: ColumnType<Date | null, undefined, Date | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface TurnRow {
  id: string;
  conversation_id: string;
  organisation_id: string;
  user_id: string;
  client_message_id: string;
  question: string;
  collection_filter: ColumnType<CollectionFilter | null, string | null, string | null>;
  status: TurnStatus;
  answer: Generated<string>;
  abstained: Generated<boolean>;
  citations: ColumnType<Citation[], string | undefined, string>;
  warnings: ColumnType<Warning[], string | undefined, string>;
  evidence: ColumnType<number | null, unknown, number | null>;
  error_code: string | null;
  route: ColumnType<Route | null, string | null | undefined, string | null>;
  approval: ColumnType<StoredApproval | null, string | null | undefined, string | null>;
  parent_id: string | null;
  question_id: string | null;
  feedback_rating: 'good' | 'bad' | null;
  feedback_reason: string | null;
  feedback_at: ColumnType<Date | null, unknown, unknown>;
  credential: string | null;
  scopes: Generated<string[]>;
  /** Null in turns of older versions, which have the mode of their conversation. */
  mode: ConversationMode | null;
  model_id: string | null;
  assistant: ColumnType<AnswerAssistant | null, string | null, string | null>;
  model: ColumnType<AnswerModel | null, string | null | undefined, string | null>;
  runner_id: string | null;
  heartbeat_at: ColumnType<Date | null, unknown, unknown>;
  stop_requested: Generated<boolean>;
  ordinal: Generated<string>;
  created_at: Generated<Date>;
  finished_at: ColumnType<Date | null, unknown, unknown>;
}

interface ToolCallRow {
  id: string;
  turn_id: string;
  position: number;
  server: string;
  tool: string;
  arguments: Json<Record<string, unknown>>;
  status: 'ok' | 'error' | 'stopped';
  forced: boolean;
  duration_ms: number;
  result_bytes: number;
  result: Json<unknown>;
  summary: string;
  outcome: Json<ToolOutcome> | null;
  error_code: string | null;
  created_at: Generated<Date>;
}

interface StreamPartRow {
  turn_id: string;
  position: number;
  part: Json<StreamPart>;
}

export interface ModelConnectionRow {
  id: string;
  organisation_id: string;
  name: string;
  provider: Exclude<ModelConnection['provider'], 'built_in'>;
  base_url: string | null;
  model: string;
  /** Sealed. */
  api_key: string | null;
  context_tokens: number;
  temperature: number | null;
  max_answer_tokens: number | null;
  capabilities: Json<ModelCapabilities>;
  is_default: boolean;
  fallback_ids: string[];
  visible_to_everyone: boolean;
  visible_roles: string[];
  visible_team_ids: string[];
  price_in: number | null;
  price_out: number | null;
  price_currency: string | null;
  health_state: Generated<ModelConnection['health']['state']>;
  health_since: Generated<Date>;
  health_message: ColumnType<string | null, undefined, string | null>;
  health_reason: ColumnType<ModelFailure | null, undefined, ModelFailure | null>;
  created_by: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface ResearchRunRow {
  id: string;
  organisation_id: string;
  user_id: string;
  query: string;
  request: Json<ParsedResearchRequest>;
  intent: ResearchRun['intent'];
  status: ResearchStatus;
  result: ColumnType<unknown, string | null, string | null>;
  error_code: string | null;
  turn_id: string | null;
  position: Generated<string>;
  beat_at: ColumnType<Date, undefined, unknown>;
  created_at: Generated<Date>;
  updated_at: ColumnType<Date, undefined, unknown>;
}

interface TokenBudgetRow {
  id: string;
  organisation_id: string;
  scope: Budget['scope'];
  /** Empty for the organisation. */
  subject_id: string;
  period: Budget['period'];
  token_limit: string | number;
  created_at: Generated<Date>;
  updated_at: ColumnType<Date, undefined, unknown>;
}

interface TokenReservationRow {
  id: string;
  organisation_id: string;
  user_id: string;
  tokens: number;
  expires_at: ColumnType<Date, unknown, unknown>;
}

/** A saved prompt or an assistant, without the columns of its kind. */
export interface SharedItemRow {
  id: string;
  organisation_id: string;
  user_id: string;
  name: string;
  visible_to_everyone: Generated<boolean>;
  visible_roles: ColumnType<Role[], Role[] | undefined, Role[]>;
  visible_team_ids: Generated<string[]>;
  visible_user_ids: Generated<string[]>;
  created_at: Generated<Date>;
  updated_at: ColumnType<Date, undefined, unknown>;
}

interface PrincipalRow {
  user_id: string;
  organisation_id: string;
  role: Role;
  disabled: boolean;
}

/** The tables of the schema `llm` that this service writes itself. */
export interface LlmTables {
  conversations: ConversationRow;
  turns: TurnRow;
  tool_calls: ToolCallRow;
  stream_parts: StreamPartRow;
  model_connections: ModelConnectionRow;
  prompts: SharedItemRow;
  assistants: SharedItemRow;
  research_runs: ResearchRunRow;
  token_budgets: TokenBudgetRow;
  token_reservations: TokenReservationRow;
  'auth.principals': PrincipalRow;
}

export type LlmDatabase = Kysely<LlmTables>;

/** Queries over a pool that its opener closes. */
export function createDatabase(pool: Pool): LlmDatabase {
  return new Kysely<LlmTables>({ dialect: new PostgresDialect({ pool }) }).withSchema('llm');
}
