import type {
  CreateMcpServer,
  McpServer,
  McpServerDetail,
  UpdateMcpServer,
} from '@lectern/contracts';
import type { Owner, Page } from './conversations.ts';
import type { ServerConnection, ToolDefinition } from './mcp-catalogue.ts';

/** A tool, how its server is reached, and whether that may be tried. */
export interface CallableTool {
  readonly connection: ServerConnection;
  readonly definition: ToolDefinition;
  readonly needsConfirmation: boolean;
  readonly timeoutMs: number;
  /** The server failed lately and is not to be asked before this time. */
  readonly retryAt: Date | undefined;
}

/** One that a person may use, and when what routing knows of it changed last. */
export interface VisibleServer {
  readonly id: string;
  readonly name: string;
  readonly revision: string;
}

/**
 * Outside MCP servers of organisations. Owners and admins manage them; who may use one is decided
 * by role and teams at the time of the call. A hidden server is an unknown one.
 */
export interface McpServers {
  /** By name. Throws `invalid_request` for a cursor that is none. */
  list(owner: Owner, page: Page): Promise<{ servers: McpServer[]; nextCursor: string | null }>;
  /** Throws `mcp_server_not_found`. */
  get(owner: Owner, id: string): Promise<McpServerDetail>;
  /** Throws `forbidden`, `mcp_server_name_taken`. */
  create(owner: Owner, server: CreateMcpServer): Promise<string>;
  /**
   * Another address makes all its tools unknown again. A digest that is no longer the held one
   * accepts nothing. Throws `forbidden`, `mcp_server_not_found`, `mcp_server_name_taken`.
   */
  update(owner: Owner, id: string, changes: UpdateMcpServer): Promise<void>;
  /** Throws `forbidden`, `mcp_server_not_found`. */
  delete(owner: Owner, id: string): Promise<void>;
  /** Throws `forbidden` for who is neither owner nor admin. */
  requireManager(owner: Owner): Promise<void>;

  /** Enabled servers that the person may use, by name. */
  listVisible(owner: Owner): Promise<readonly VisibleServer[]>;
  /** By the names of server and tool. Undefined when the person may not call it. */
  findCallable(owner: Owner, server: string, tool: string): Promise<CallableTool | undefined>;
  /** Seals credentials of older keys with the newest one; gives how many. */
  sealAnew(): Promise<number>;
}
