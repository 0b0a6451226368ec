import { prepared, type Sealer } from '@lectern/service';
import { sql } from 'kysely';
import type { Owner } from '../access.ts';
import { isOffered, isVisibleTo } from '../access.ts';
import type { ServerConnection, ToolDefinition } from '../connections/outside-servers.ts';
import { toConnection } from '../credentials/credentials.ts';
import { toDefinition, type UpstreamDatabase } from '../upstream-tables.ts';
import { needsConfirmation } from './to-mcp-server.ts';

/** A tool, how its server is reached, and whether that may be tried. */
export interface CallableTool {
  readonly connection: ServerConnection;
  readonly definition: ToolDefinition;
  /** What a person agrees to, see `RegisteredTool`. */
  readonly version: string;
  readonly needsConfirmation: boolean;
  readonly timeoutMs: number;
  /** The server failed lately and is not to be asked before this time. */
  readonly retryAt: Date | undefined;
  /** The server answered when it was asked last. */
  readonly isHealthy: boolean;
}

/** One that a person may use, and when what routing knows of it changed last. */
export interface VisibleServer {
  readonly id: string;
  readonly name: string;
  readonly revision: string;
}

/**
 * Outside MCP servers as people may use them: decided by role and teams at the time of the call. A
 * hidden server is an unknown one.
 */
export class UsableServers {
  readonly #database: UpstreamDatabase;
  readonly #sealer: Sealer;

  constructor(database: UpstreamDatabase, sealer: Sealer) {
    this.#database = database;
    this.#sealer = sealer;
  }

  /** Enabled servers that the person may use, by name. */
  async listVisible(owner: Owner): Promise<readonly VisibleServer[]> {
    return this.#database
      .selectFrom('mcp_servers')
      .select(['id', 'name', 'revision'])
      .where('enabled', '=', true)
      .where(isVisibleTo(owner))
      .orderBy(sql`lower(name)`)
      .execute();
  }

  /** By the names of server and tool. Undefined when the person may not call it. */
  async findCallable(
    owner: Owner,
    server: string,
    tool: string,
  ): Promise<CallableTool | undefined> {
    const row = await prepared(
      this.#database
        .selectFrom('mcp_servers')
        .innerJoin('mcp_tools', 'mcp_tools.server_id', 'mcp_servers.id')
        .select([
          'mcp_servers.id',
          'mcp_servers.organisation_id',
          'mcp_servers.name',
          'url',
          'credentials',
          'updated_at',
          'access_revision',
          'definition',
          'digest',
          'confirm',
          'timeout_ms',
          'retry_at',
          'health_state',
        ])
        .where('enabled', '=', true)
        .where(isVisibleTo(owner))
        .where(isOffered)
        .where(sql`lower(mcp_servers.name)`, '=', server.toLowerCase())
        .where('mcp_tools.name', '=', tool),
    ).executeTakeFirst();
    if (!row) return undefined;
    const definition = toDefinition(row.definition);
    return {
      connection: toConnection(this.#sealer, row),
      definition,
      version: toToolVersion(row),
      needsConfirmation: needsConfirmation(row.confirm, definition.readOnly),
      timeoutMs: row.timeout_ms,
      retryAt: row.retry_at && row.retry_at > new Date() ? row.retry_at : undefined,
      isHealthy: row.health_state === 'healthy',
    };
  }
}

interface UsedTool {
  readonly id: string;
  readonly access_revision: string;
  readonly digest: string;
}

/** An agreement is bound to it: the server, the way to it and the tool's definition. */
export function toToolVersion({ id, access_revision, digest }: UsedTool): string {
  return [id, access_revision, digest].join('/');
}
