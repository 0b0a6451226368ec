import { isVisibleTo, prepared, type Sealer } from '@lectern/service';
import { sql } from 'kysely';
import { isOffered, type Owner } from '../access.ts';
import type { ServerConnection, ToolDefinition } from '../connections/outside-servers.ts';
import { toConnection } from '../sealed-credentials/sealed-credentials.ts';
import { toDefinition, type UpstreamDatabase } from '../upstream-tables.ts';
import { needsConfirmation } from './to-mcp-server.ts';

/** A tool with its server's connection and health. */
export interface CallableTool {
  readonly connection: ServerConnection;
  readonly definition: ToolDefinition;
  /** The version to which a person agrees, see `RegisteredTool`. */
  readonly version: string;
  readonly needsConfirmation: boolean;
  readonly timeoutMs: number;
  /** End of the pause of a failing server. */
  readonly retryAt: Date | undefined;
  /** The last request of the server succeeded. */
  readonly isHealthy: boolean;
}

/** A server that a person may use. The revision changes with all texts that routing reads. */
export interface VisibleServer {
  readonly id: string;
  readonly name: string;
  readonly revision: string;
}

/**
 * Outside MCP servers that a person may use by role and teams at the time of the call. A hidden
 * server looks like an unknown one.
 */
export class UsableServers {
  readonly #database: UpstreamDatabase;
  readonly #sealer: Sealer;

  constructor(database: UpstreamDatabase, sealer: Sealer) {
    this.#database = database;
    this.#sealer = sealer;
  }

  /** Lists the enabled servers that the person may use, by name. */
  async listVisible(owner: Owner): Promise<readonly VisibleServer[]> {
    return this.#database
      .selectFrom('mcp_servers')
      .select(['id', 'name', 'revision'])
      .where('enabled', '=', true)
      .where(isVisibleTo('mcp_servers', owner))
      .orderBy(sql`lower(name)`)
      .execute();
  }

  /** Finds a tool by the names of server and tool; undefined if the person may not call it. */
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
        .where(isVisibleTo('mcp_servers', owner))
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

/**
 * Returns the version that an agreement is bound to: the server, its address and credentials, and
 * the tool's definition.
 */
export function toToolVersion({ id, access_revision, digest }: UsedTool): string {
  return [id, access_revision, digest].join('/');
}
