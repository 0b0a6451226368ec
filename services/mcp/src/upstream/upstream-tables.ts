import type { ApprovalDecision, McpServer, McpServerFailure } from '@lectern/contracts';
import { type ColumnType, type Generated, Kysely, PostgresDialect, type RawBuilder } from 'kysely';
import type { Pool } from 'pg';
import type { NamedText, ToolDefinition } from './connections/outside-servers.ts';

/** A JSON column: written as text, read as a value. */
type Json<Value> = ColumnType<Value, string | undefined, string>;

export interface McpServerRow {
  id: string;
  organisation_id: string;
  name: string;
  description: string;
  url: string;
  credentials: string | null;
  header_names: string[];
  has_oauth: boolean;
  enabled: boolean;
  allowed_tools: string[] | null;
  visible_to_everyone: boolean;
  visible_roles: string[];
  visible_team_ids: string[];
  timeout_ms: number;
  confirm: McpServer['confirm'];
  instructions: Generated<string>;
  prompts: Json<NamedText[]>;
  resources: Json<NamedText[]>;
  health_state: Generated<McpServer['health']['state']>;
  health_since: Generated<Date>;
  health_message: ColumnType<string | null, string | null | undefined, string | null>;
  health_reason: ColumnType<McpServerFailure | null, McpServerFailure | null | undefined>;
  failures: Generated<number>;
  unfinished_reads: Generated<number>;
  retry_at: ColumnType<Date | null, undefined, Date | null>;
  indexed_at: ColumnType<Date | null, undefined, RawBuilder<unknown> | null>;
  refresh_at: ColumnType<Date, undefined, unknown>;
  revision: ColumnType<string, undefined, unknown>;
  access_revision: ColumnType<string, undefined, unknown>;
  created_by: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** A stored definition of a tool. */
export interface StoredDefinition {
  readonly title: string | null;
  readonly description: string;
  readonly input_schema: Readonly<Record<string, unknown>>;
  readonly read_only: boolean;
}

interface McpToolRow {
  server_id: string;
  name: string;
  position: number;
  definition: Json<StoredDefinition>;
  digest: string;
  held: ColumnType<StoredDefinition | null, string | null | undefined, string | null>;
  held_digest: string | null;
  present: Generated<boolean>;
}

interface ToolResultRow {
  id: string;
  organisation_id: string;
  user_id: string;
  text: string;
  created_at: Generated<Date>;
}

interface ToolConfirmationRow {
  id: string;
  organisation_id: string;
  user_id: string;
  server: string;
  tool: string;
  arguments: Json<Readonly<Record<string, unknown>>>;
  tool_version: string;
  decision: ColumnType<ApprovalDecision | null, undefined, ApprovalDecision>;
  used: Generated<boolean>;
  created_at: Generated<Date>;
}

interface RoutingVectorRow {
  embedder: string;
  digest: string;
  vector: Buffer;
  used_at: Generated<Date>;
}

/** Columns of the view of people that services may read. */
interface PrincipalRow {
  user_id: string;
  organisation_id: string;
  role: string;
  disabled: boolean;
}

interface ToolCallRateRow {
  organisation_id: string;
  user_id: string;
  tokens: number;
  filled_at: Date;
}

interface McpToolSettingsRow {
  organisation_id: string;
  offered_to_agents: boolean;
  updated_at: Generated<Date>;
}

/** Tables of outside servers, and the views of people and teams. */
export interface UpstreamTables {
  mcp_servers: McpServerRow;
  mcp_tools: McpToolRow;
  tool_results: ToolResultRow;
  tool_confirmations: ToolConfirmationRow;
  tool_call_rates: ToolCallRateRow;
  mcp_tool_settings: McpToolSettingsRow;
  routing_vectors: RoutingVectorRow;
  'auth.principals': PrincipalRow;
}

export type UpstreamDatabase = Kysely<UpstreamTables>;

/** Creates the query builder over a pool that its opener closes. */
export function createUpstreamDatabase(pool: Pool): UpstreamDatabase {
  return new Kysely<UpstreamTables>({ dialect: new PostgresDialect({ pool }) }).withSchema('mcp');
}

export function toDefinition(stored: StoredDefinition): ToolDefinition {
  return {
    title: stored.title,
    description: stored.description,
    inputSchema: stored.input_schema,
    readOnly: stored.read_only,
  };
}
