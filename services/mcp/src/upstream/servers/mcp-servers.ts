import { randomUUID } from 'node:crypto';
import {
  AppError,
  type CreateMcpServer,
  type McpServer,
  type McpServerDetail,
  type PageQuery,
  type UpdateMcpServer,
} from '@lectern/contracts';
import {
  assertTeams,
  cursorTextSchema,
  cutPage,
  isUniqueViolation,
  isVisibleTo,
  OrganisationQuota,
  readCursor,
  type Sealer,
} from '@lectern/service';
import { sql } from 'kysely';
import { isManager, isOffered, type Owner, type Reader } from '../access.ts';
import {
  changeCredentials,
  hideQuery,
  sealCredentials,
  toOauth,
} from '../sealed-credentials/sealed-credentials.ts';
import type { UpstreamDatabase } from '../upstream-tables.ts';
import { toMcpServer, toMcpServerTool } from './to-mcp-server.ts';

const nextRevision = sql`nextval('mcp.mcp_revisions')`;

/** Management of an organisation's outside MCP servers by owners and admins. */
export class McpServers {
  readonly #database: UpstreamDatabase;
  readonly #sealer: Sealer;
  readonly #quota: OrganisationQuota;

  constructor(database: UpstreamDatabase, sealer: Sealer, quota: OrganisationQuota) {
    this.#database = database;
    this.#sealer = sealer;
    this.#quota = quota;
  }

  /**
   * Lists the servers by name.
   * @throws AppError `invalid_request` for an invalid cursor.
   */
  async list(
    reader: Reader,
    { limit, cursor }: PageQuery,
  ): Promise<{ servers: McpServer[]; nextCursor: string | null }> {
    const after = cursor === undefined ? undefined : readCursor(cursorTextSchema, cursor);
    const rows = await this.#selectServers(reader)
      .$if(after !== undefined, (query) => query.where(sql`lower(name)`, '>', after ?? ''))
      .limit(limit + 1)
      .execute();
    const { page, nextCursor } = cutPage(rows, limit, ({ name }) => name.toLowerCase());
    return { servers: page.map(toMcpServer), nextCursor };
  }

  /** @throws AppError `mcp_server_not_found`. */
  async get(reader: Reader, id: string): Promise<McpServerDetail> {
    const row = await this.#selectServers(reader).where('id', '=', id).executeTakeFirst();
    if (!row) throw new AppError('mcp_server_not_found');
    const tools = await this.#database
      .selectFrom('mcp_tools')
      .innerJoin('mcp_servers', 'mcp_servers.id', 'mcp_tools.server_id')
      .selectAll('mcp_tools')
      .select(isOffered.as('offered'))
      .where('server_id', '=', id)
      .where('present', '=', true)
      .orderBy('position')
      .execute();
    return {
      ...toMcpServer(row),
      tools: tools.map((tool) => toMcpServerTool(tool, row.confirm)),
      prompts: [...row.prompts],
      resources: [...row.resources],
    };
  }

  /** @throws AppError `forbidden`, `mcp_server_name_taken`, `quota_exceeded`. */
  async create(owner: Owner, server: CreateMcpServer): Promise<string> {
    await this.requireManager(owner);
    const id = randomUUID();
    const { url, query } = hideQuery(server.url);
    const { headers } = server;
    const oauth = toOauth(server.oauth);
    await named(
      this.#database.transaction().execute(async (transaction) => {
        const teamIds = server.visibility.team_ids;
        await assertTeams(transaction, owner.organisationId, { teamIds });
        await transaction
          .insertInto('mcp_servers')
          .values({
            id,
            organisation_id: owner.organisationId,
            name: server.name,
            description: server.description,
            url,
            credentials: sealCredentials(this.#sealer, { id, url }, { headers, query, oauth }),
            header_names: Object.keys(headers),
            has_oauth: oauth !== null,
            enabled: server.enabled,
            allowed_tools: server.allowed_tools,
            visible_to_everyone: server.visibility.everyone,
            visible_roles: server.visibility.roles,
            visible_team_ids: server.visibility.team_ids,
            timeout_ms: server.timeout_ms,
            confirm: server.confirm,
            created_by: owner.userId,
          })
          .execute();
        await this.#quota.assertRoom(transaction, owner.organisationId);
      }),
    );
    return id;
  }

  /**
   * Changes a server. An address at another origin removes its tools; at the same one, tools that
   * differ are held.
   * @throws AppError `forbidden`, `mcp_server_not_found`, `mcp_server_name_taken`, and
   * `invalid_request` for an outdated digest of a tool.
   */
  async update(owner: Owner, id: string, changes: UpdateMcpServer): Promise<void> {
    await this.requireManager(owner);
    await this.#database.transaction().execute(async (transaction) => {
      const before = await transaction
        .selectFrom('mcp_servers')
        .select(['url', 'credentials', 'visible_team_ids'])
        .where('id', '=', id)
        .where('organisation_id', '=', owner.organisationId)
        .forUpdate()
        .executeTakeFirst();
      if (!before) throw new AppError('mcp_server_not_found');
      await assertTeams(transaction, owner.organisationId, {
        teamIds: changes.visibility?.team_ids ?? [],
        before: before.visible_team_ids,
      });
      const { isMoved, columns } = changeCredentials(
        this.#sealer,
        { id, sealed: before.credentials, urlBefore: before.url },
        changes,
      );
      const isAnother = new URL(changes.url ?? before.url).origin !== new URL(before.url).origin;
      const isReachedAnew = isMoved || changes.headers !== undefined || changes.oauth !== undefined;
      await named(
        transaction
          .updateTable('mcp_servers')
          .set({
            ...pick(changes, ['name', 'description', 'enabled', 'timeout_ms', 'confirm']),
            ...(changes.allowed_tools !== undefined && { allowed_tools: changes.allowed_tools }),
            ...(changes.visibility && {
              visible_to_everyone: changes.visibility.everyone,
              visible_roles: changes.visibility.roles,
              visible_team_ids: changes.visibility.team_ids,
            }),
            ...columns,
            ...(isMoved && {
              health_state: 'unknown',
              health_since: new Date(),
            }),
            ...(isAnother && { indexed_at: null }),
            ...(isReachedAnew && { access_revision: nextRevision }),
            health_message: null,
            health_reason: null,
            failures: 0,
            retry_at: null,
            refresh_at: sql`now()`,
            revision: nextRevision,
            updated_at: new Date(),
          })
          .where('id', '=', id)
          .execute(),
      );
      if (isAnother)
        await transaction.deleteFrom('mcp_tools').where('server_id', '=', id).execute();
      for (const { name, digest } of changes.accept_changes ?? []) {
        const accepted = await transaction
          .updateTable('mcp_tools')
          .set({
            definition: sql`coalesce(held, definition)`,
            digest,
            held: null,
            held_digest: null,
          })
          .where('server_id', '=', id)
          .where('name', '=', name)
          // A repeated request finds it accepted.
          .where(sql`coalesce(held_digest, digest)`, '=', digest)
          .executeTakeFirst();
        if (accepted.numUpdatedRows > 0n) continue;
        const message = `accept_changes: ${name} has changed again, or is gone`;
        throw new AppError('invalid_request', message, { details: { field: 'accept_changes' } });
      }
    });
  }

  /**
   * Removes a server and returns its name.
   * @throws AppError `forbidden`, `mcp_server_not_found`.
   */
  async delete(owner: Owner, id: string): Promise<string> {
    await this.requireManager(owner);
    const deleted = await this.#database
      .deleteFrom('mcp_servers')
      .where('id', '=', id)
      .where('organisation_id', '=', owner.organisationId)
      .returning('name')
      .executeTakeFirst();
    if (!deleted) throw new AppError('mcp_server_not_found');
    return deleted.name;
  }

  /** @throws AppError `forbidden` unless the person is owner or admin. */
  async requireManager({ organisationId, userId }: Owner): Promise<void> {
    const person = await this.#database
      .selectFrom('auth.principals')
      .select('role')
      .where('user_id', '=', userId)
      .where('organisation_id', '=', organisationId)
      .where('disabled', '=', false)
      .executeTakeFirst();
    if (person?.role !== 'owner' && person?.role !== 'admin') {
      throw new AppError('forbidden', 'Only owners and admins may manage MCP servers.');
    }
  }

  #selectServers(reader: Reader) {
    return this.#database
      .selectFrom('mcp_servers')
      .selectAll()
      .select(isManager(reader).as('is_managed'))
      .select((query) => [
        query
          .selectFrom('mcp_tools')
          .select(sql<number>`count(*)::int`.as('count'))
          .whereRef('server_id', '=', 'mcp_servers.id')
          .where(isOffered)
          .as('tool_count'),
        query
          .selectFrom('mcp_tools')
          .select(sql<number>`count(*)::int`.as('count'))
          .whereRef('server_id', '=', 'mcp_servers.id')
          .where('present', '=', true)
          .where('held', 'is not', null)
          .as('held_tool_count'),
      ])
      .where(isVisibleTo('mcp_servers', reader))
      .orderBy(sql`lower(name)`);
  }
}

function pick<Value, Key extends keyof Value>(value: Value, keys: readonly Key[]) {
  const given = keys.filter((key) => value[key] !== undefined);
  return Object.fromEntries(given.map((key) => [key, value[key]])) as Pick<Value, Key>;
}

async function named<Result>(written: Promise<Result>): Promise<Result> {
  try {
    return await written;
  } catch (error) {
    if (isUniqueViolation(error)) {
      throw new AppError('mcp_server_name_taken', undefined, { details: { field: 'name' } });
    }
    throw error;
  }
}

/** Outside MCP servers that an organisation may register. */
export function createServerQuota(limit: number): OrganisationQuota {
  return new OrganisationQuota({
    quota: 'mcp_servers',
    things: 'MCP servers',
    remedy: 'Delete some first.',
    rowsOf: (id) => sql`mcp.mcp_servers where organisation_id = ${id}`,
    limit,
  });
}
