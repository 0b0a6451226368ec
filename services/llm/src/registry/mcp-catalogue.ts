import { createHash } from 'node:crypto';
import type { McpServer } from '@lectern/contracts';
import { FairTurns, type Sealer } from '@lectern/service';
import { sql, type Transaction } from 'kysely';
import type {
  Catalogue,
  NamedText,
  OutsideServerError,
  ServerConnection,
  ToolDefinition,
} from '../ports/outside-servers.ts';
import { isOffered } from './access.ts';
import { toConnection } from './credentials.ts';
import {
  type RegistryDatabase,
  type RegistryTables,
  type StoredDefinition,
  toDefinition,
} from './registry-tables.ts';

/** A server with the tools that it offers, as routing reads it. */
export interface ServerDocument {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly revision: string;
  /** Another one when the server has another address or other credentials. */
  readonly access_revision: string;
  readonly instructions: string;
  readonly prompts: readonly NamedText[];
  readonly resources: readonly NamedText[];
  readonly confirm: McpServer['confirm'];
  readonly health: McpServer['health']['state'];
  readonly tools: readonly (ToolDefinition & { readonly name: string; readonly digest: string })[];
}

/** Failures in a row after which a server is left alone for a while. */
const tolerated = 3;
/** Seconds until it is asked again; doubled with each failure that follows. */
const firstPauseSeconds = 30;
const maxPauseSeconds = 1_800;
/** Seconds between two readings of a healthy server's catalogue. */
const refreshSeconds = 600;
/** For one reading of a catalogue: then another process may try. */
const claimSeconds = 120;
/**
 * Catalogues stored at once. Each holds a database connection for its transaction: when all servers
 * are read anew, most of the pool stays free for people's requests.
 */
const maxSaving = 3;
const maxWaiting = { maxWaiting: 2_000, maxWaitingOfParty: 2_000 };

/** What servers offer and how they answer, kept in PostgreSQL for all replicas. */
export class McpCatalogue {
  readonly #database: RegistryDatabase;
  readonly #sealer: Sealer;
  readonly #saving = new FairTurns({ maxRunning: maxSaving, ...maxWaiting });

  constructor(database: RegistryDatabase, sealer: Sealer) {
    this.#database = database;
    this.#sealer = sealer;
  }

  /** Enabled servers of an organisation, or one of them. */
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

  /** Takes up to `limit` enabled servers that are due, so that no other process reads them meanwhile. */
  async claimDue(limit: number): Promise<readonly ServerConnection[]> {
    const rows = await this.#database
      .updateTable('mcp_servers')
      .set({ refresh_at: sql`now() + make_interval(secs => ${claimSeconds})` })
      .where('id', 'in', dueInTurns(limit))
      .returning(['id', 'organisation_id', 'name', 'url', 'credentials', 'updated_at'])
      .execute();
    return rows.map((row) => toConnection(this.#sealer, row));
  }

  /** The server is to be read at the next occasion. */
  async markDue(id: string): Promise<void> {
    await this.#database
      .updateTable('mcp_servers')
      .set({ refresh_at: sql`now()` })
      .where('id', '=', id)
      .execute();
  }

  /**
   * Stores what a server offers, when its organisation's turn comes. A tool whose definition changed is held. Gives
   * the number of its tools.
   * @throws AppError `service_unavailable` or `rate_limited` while too many wait; the signal's reason
   *   while it waits.
   */
  saveCatalogue(
    { id, organisationId }: Pick<ServerConnection, 'id' | 'organisationId'>,
    catalogue: Catalogue,
    signal?: AbortSignal,
  ): Promise<number> {
    const turn = { party: organisationId, signal };
    return this.#saving.run(turn, () => this.#saveCatalogue(id, catalogue));
  }

  async #saveCatalogue(id: string, catalogue: Catalogue): Promise<number> {
    const tools = catalogue.tools.map(({ name, ...definition }, position) => {
      const stored = toStored(definition);
      return { name, position, definition: stored, digest: digestOf(stored) };
    });
    await this.#database.transaction().execute(async (transaction) => {
      const server = await transaction
        .selectFrom('mcp_servers')
        .select(['id', 'indexed_at'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!server) return;
      const before = await readOffer(transaction, id);
      await transaction
        .updateTable('mcp_tools')
        .set({ present: false })
        .where('server_id', '=', id)
        .$if(tools.length > 0, (query) =>
          query.where(
            'name',
            'not in',
            tools.map((t) => t.name),
          ),
        )
        .execute();
      await sql`
        insert into llm.mcp_tools as tool (server_id, name, position, definition, digest)
        select ${id}::uuid, name, position, definition, digest
        from jsonb_to_recordset(${JSON.stringify(tools)}::jsonb)
          as found(name text, position integer, definition jsonb, digest text)
        on conflict (server_id, name) do update set
          position = excluded.position,
          present = true,
          held = case when tool.digest = excluded.digest then null else excluded.definition end,
          held_digest = case when tool.digest = excluded.digest then null else excluded.digest end
      `.execute(transaction);
      await transaction
        .updateTable('mcp_servers')
        .set({
          instructions: catalogue.instructions,
          prompts: JSON.stringify(catalogue.prompts),
          resources: JSON.stringify(catalogue.resources),
          indexed_at: sql`now()`,
          refresh_at: sql`now() + make_interval(secs => ${refreshSeconds} * (0.9 + 0.2 * random()))`,
        })
        .where('id', '=', id)
        .execute();
      if (server.indexed_at && (await readOffer(transaction, id)) === before) return;
      await transaction
        .updateTable('mcp_servers')
        .set({ revision: sql`nextval('llm.mcp_revisions')` })
        .where('id', '=', id)
        .execute();
    });
    return tools.length;
  }

  /** Enabled servers of an organisation with the tools that they offer; only these ids. */
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

  /** The server answered. */
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

  /** The server did not answer; why is shown to its organisation. */
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
      })
      .where('id', '=', id)
      .execute();
  }
}

/** Organisations take turns, however many servers of one are due. What another process is taking is left to it. */
function dueInTurns(limit: number) {
  return sql<string>`(
    select server.id
    from llm.mcp_servers as server
    join (
      select id, row_number() over (partition by organisation_id order by refresh_at) as turn
      from llm.mcp_servers
      where enabled and refresh_at <= now()
    ) as due on due.id = server.id
    where server.enabled and server.refresh_at <= now()
    order by due.turn, server.refresh_at
    limit ${limit}
    for update of server skip locked
  )`;
}

/** A digest of everything that routing reads of a server. */
async function readOffer(transaction: Transaction<RegistryTables>, id: string): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select encode(sha256(convert_to(concat_ws(chr(10), instructions, prompts, resources, (
      select string_agg(concat_ws(' ', name, position, digest, held_digest, present), chr(10)
        order by name)
      from llm.mcp_tools where server_id = ${id}::uuid
    )), 'UTF8')), 'hex') as digest
    from llm.mcp_servers where id = ${id}::uuid`.execute(transaction);
  return rows[0]?.digest ?? '';
}

function toStored(definition: ToolDefinition): StoredDefinition {
  return {
    title: definition.title,
    description: definition.description,
    input_schema: definition.inputSchema,
    read_only: definition.readOnly,
  };
}

/** Whatever the order in which a server gives its fields. */
function digestOf(definition: StoredDefinition): string {
  const ordered = JSON.stringify(definition, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(ordered).digest('hex');
}
