import type { McpServer } from '@lectern/contracts';
import { FairQueue, type Sealer } from '@lectern/service';
import { sql } from 'kysely';
import { isOffered } from '../access.ts';
import type {
  Catalogue,
  NamedText,
  OutsideServerError,
  ServerConnection,
  ToolDefinition,
} from '../connections/outside-servers.ts';
import { toConnection } from '../sealed-credentials/sealed-credentials.ts';
import { toDefinition, type UpstreamDatabase } from '../upstream-tables.ts';
import { storeCatalogue } from './store-catalogue.ts';

/** A server with the tools that it offers, for routing. */
export interface ServerDocument {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly revision: string;
  /** Changes with the server's address and credentials. */
  readonly access_revision: string;
  readonly instructions: string;
  readonly prompts: readonly NamedText[];
  readonly resources: readonly NamedText[];
  readonly confirm: McpServer['confirm'];
  readonly health: McpServer['health']['state'];
  readonly tools: readonly (ToolDefinition & { readonly name: string; readonly digest: string })[];
}

/** Consecutive failures after which a server is paused. */
const tolerated = 3;
/** Seconds of the first pause, doubled with each further failure. */
const firstPauseSeconds = 30;
const maxPauseSeconds = 1_800;
/** Seconds after which another process may read a claimed server. */
const claimSeconds = 120;
/** Seconds after which a server is read again if its last reading did not end, doubled each time. */
const firstRestSeconds = 600;
const maxRestSeconds = 86_400;
/**
 * Maximum catalogues that are stored at once. Each uses a connection for its transaction; most of
 * the pool stays free for requests.
 */
const maxSaving = 3;
const maxWaiting = { maxWaiting: 2_000, maxWaitingPerTenant: 2_000 };

/** Catalogues and health of servers in PostgreSQL. */
export class McpCatalogue {
  readonly #database: UpstreamDatabase;
  readonly #sealer: Sealer;
  readonly #saving = new FairQueue({ maxRunning: maxSaving, ...maxWaiting });

  constructor(database: UpstreamDatabase, sealer: Sealer) {
    this.#database = database;
    this.#sealer = sealer;
  }

  /** Returns the enabled servers of an organisation, or one of them. */
  async listConnections(organisationId: string, id?: string): Promise<readonly ServerConnection[]> {
    const rows = await this.#database
      .selectFrom('mcp_servers')
      .select(['id', 'organisation_id', 'name', 'url', 'credentials', 'updated_at'])
      .where('organisation_id', '=', organisationId)
      .where('enabled', '=', true)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .orderBy('name')
      .execute();
    return rows.map((row) => toConnection(this.#sealer, row));
  }

  /**
   * Claims up to `limit` enabled servers that are due, so that no other process reads them
   * meanwhile.
   */
  async claimDue(limit: number): Promise<readonly ServerConnection[]> {
    const rows = await this.#database
      .updateTable('mcp_servers')
      .set({ refresh_at: sql`now() + make_interval(secs => ${claimSeconds})` })
      .where('id', 'in', dueInTurns(limit))
      .returning(['id', 'organisation_id', 'name', 'url', 'credentials', 'updated_at'])
      .execute();
    return rows.map((row) => toConnection(this.#sealer, row));
  }

  /**
   * Records that a reading begins. If no outcome follows, it has ended or starved its process: the
   * server rests before it is read again, twice as long each time.
   */
  async beginRead(id: string): Promise<void> {
    await this.#database
      .updateTable('mcp_servers')
      .set({
        unfinished_reads: sql`unfinished_reads + 1`,
        refresh_at: sql`now() + make_interval(secs => least(${maxRestSeconds},
          ${firstRestSeconds} * power(2, least(unfinished_reads, 10))))`,
      })
      .where('id', '=', id)
      .execute();
  }

  /** Records that a reading ended without an outcome of the server. */
  async releaseRead(id: string): Promise<void> {
    await this.#database
      .updateTable('mcp_servers')
      .set({
        unfinished_reads: 0,
        refresh_at: sql`now() + make_interval(secs => ${claimSeconds})`,
      })
      .where('id', '=', id)
      .execute();
  }

  /** Makes a server due now, unless it rests. */
  async markDue(id: string): Promise<void> {
    await this.#database
      .updateTable('mcp_servers')
      .set({ refresh_at: sql`now()` })
      .where('id', '=', id)
      .where('unfinished_reads', '<=', 1)
      .execute();
  }

  /**
   * Stores a catalogue through a fair queue of the organisations and returns the number of its
   * tools. A tool that is new or changed since the first catalogue is held.
   * @throws AppError `service_unavailable` or `rate_limited` if too many wait; the signal's reason
   * while it waits.
   */
  saveCatalogue(
    { id, organisationId }: Pick<ServerConnection, 'id' | 'organisationId'>,
    catalogue: Catalogue,
    signal?: AbortSignal,
  ): Promise<number> {
    const turn = { owner: organisationId, signal };
    return this.#saving.run(turn, () => storeCatalogue(this.#database, id, catalogue));
  }

  /** Returns enabled servers of an organisation by id, with the tools that they offer. */
  async loadDocuments(
    organisationId: string,
    ids: readonly string[],
  ): Promise<readonly ServerDocument[]> {
    if (ids.length === 0) return [];
    const servers = await this.#database
      .selectFrom('mcp_servers')
      .select(['id', 'name', 'description', 'revision', 'instructions', 'prompts', 'resources'])
      .select(['access_revision', 'confirm', 'health_state'])
      .where('organisation_id', '=', organisationId)
      .where('enabled', '=', true)
      .where('id', 'in', ids)
      .execute();
    const rows = await this.#database
      .selectFrom('mcp_tools')
      .innerJoin('mcp_servers', 'mcp_servers.id', 'mcp_tools.server_id')
      .select(['server_id', 'mcp_tools.name', 'definition', 'digest'])
      .where('organisation_id', '=', organisationId)
      .where('server_id', 'in', ids)
      .where(isOffered)
      .orderBy('position')
      .execute();
    const tools = Map.groupBy(rows, (row) => row.server_id);
    return servers.map(({ health_state: health, ...server }) => ({
      ...server,
      health,
      tools: (tools.get(server.id) ?? []).map(({ name, definition, digest }) => ({
        name,
        digest,
        ...toDefinition(definition),
      })),
    }));
  }

  /** Records a successful answer. */
  async recordSuccess(id: string): Promise<void> {
    await this.#database
      .updateTable('mcp_servers')
      .set({
        health_state: 'healthy',
        health_since: sql`now()`,
        health_message: null,
        health_reason: null,
        failures: 0,
        retry_at: null,
      })
      .where('id', '=', id)
      .where('health_state', '!=', 'healthy')
      .execute();
  }

  /** Records a failure, whose reason its organisation sees. */
  async recordFailure(id: string, { message, reason }: OutsideServerError): Promise<void> {
    const pause = sql`make_interval(secs => least(${maxPauseSeconds},
      ${firstPauseSeconds} * power(2, least(greatest(failures + 1 - ${tolerated}, 0), 10))))`;
    const state = sql<'failing' | 'unavailable'>`
      case when failures + 1 >= ${tolerated} then 'unavailable' else 'failing' end`;
    await this.#database
      .updateTable('mcp_servers')
      .set({
        failures: sql`failures + 1`,
        health_since: sql`case when health_state = ${state} then health_since else now() end`,
        health_state: state,
        health_message: message,
        health_reason: reason,
        retry_at: sql`case when failures + 1 >= ${tolerated} then now() + ${pause} end`,
        refresh_at: sql`now() + ${pause}`,
        unfinished_reads: 0,
      })
      .where('id', '=', id)
      .execute();
  }
}

/**
 * Selects due servers in turns of the organisations and skips those that another process is
 * claiming.
 */
function dueInTurns(limit: number) {
  return sql<string>`(
    select server.id
    from mcp.mcp_servers as server
    join (
      select id, row_number() over (partition by organisation_id order by refresh_at) as turn
      from mcp.mcp_servers
      where enabled and refresh_at <= now()
    ) as due on due.id = server.id
    where server.enabled and server.refresh_at <= now()
    order by due.turn, server.refresh_at
    limit ${limit}
    for update of server skip locked
  )`;
}
