import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import {
  type Catalogue,
  OutsideServerError,
  type ToolDefinition,
} from '../connections/outside-servers.ts';
import type { StoredDefinition, UpstreamDatabase, UpstreamTables } from '../upstream-tables.ts';

/** Seconds between two readings of a healthy server's catalogue. */
const refreshSeconds = 600;

/** Tools that a server no longer lists: their acceptance is remembered. */
const maxAbsentTools = 500;
/** Maximum size of all tool definitions of an organisation: routing holds their words in memory. */
const maxDefinitionBytes = 8 * 1024 * 1024;

/**
 * Stores a catalogue in one transaction, unless its server was removed, and returns the number of
 * its tools.
 * @throws OutsideServerError `too_large` if the organisation's tools would be too large together.
 */
export async function storeCatalogue(
  database: UpstreamDatabase,
  id: string,
  catalogue: Catalogue,
): Promise<number> {
  const tools = catalogue.tools.map(({ name, ...definition }, position) => {
    const stored = toStored(definition);
    return { name, position, definition: stored, digest: digestOf(stored) };
  });
  await database.transaction().execute(async (transaction) => {
    const server = await transaction
      .selectFrom('mcp_servers')
      .select(['id', 'organisation_id', 'indexed_at'])
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
    // A tool that appears later has no accepted digest until the owner accepts it.
    const isLater = server.indexed_at !== null;
    const found = sql`coalesce(excluded.held_digest, excluded.digest)`;
    await sql`
      insert into mcp.mcp_tools as tool
        (server_id, name, position, definition, digest, held, held_digest)
      select ${id}::uuid, name, position, definition,
        case when ${isLater} then '' else digest end,
        case when ${isLater} then definition end,
        case when ${isLater} then digest end
      from jsonb_to_recordset(${JSON.stringify(tools)}::jsonb)
        as listed(name text, position integer, definition jsonb, digest text)
      on conflict (server_id, name) do update set
        position = excluded.position,
        present = true,
        held = case when tool.digest = ${found} then null else excluded.definition end,
        held_digest = case when tool.digest = ${found} then null else ${found} end
    `.execute(transaction);
    await dropAbsent(transaction, id);
    await assertRoom(transaction, server.organisation_id);
    await transaction
      .updateTable('mcp_servers')
      .set({
        instructions: catalogue.instructions,
        prompts: JSON.stringify(catalogue.prompts),
        resources: JSON.stringify(catalogue.resources),
        indexed_at: sql`now()`,
        refresh_at: sql`now() + make_interval(secs => ${refreshSeconds} * (0.9 + 0.2 * random()))`,
        unfinished_reads: 0,
      })
      .where('id', '=', id)
      .execute();
    if (server.indexed_at && (await readOffer(transaction, id)) === before) return;
    await transaction
      .updateTable('mcp_servers')
      .set({ revision: sql`nextval('mcp.mcp_revisions')` })
      .where('id', '=', id)
      .execute();
  });
  return tools.length;
}

/** Drops tools that are no longer listed beyond a limit. One that comes back is held anyway. */
async function dropAbsent(transaction: Transaction<UpstreamTables>, id: string): Promise<void> {
  await sql`
    delete from mcp.mcp_tools where (server_id, name) in (
      select server_id, name from mcp.mcp_tools
      where server_id = ${id}::uuid and not present
      order by position, name offset ${maxAbsentTools}
    )`.execute(transaction);
}

async function assertRoom(
  transaction: Transaction<UpstreamTables>,
  organisationId: string,
): Promise<void> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(octet_length(definition::text) + coalesce(octet_length(held::text), 0)), 0)
      as bytes
    from mcp.mcp_tools as tool
    join mcp.mcp_servers as server on server.id = tool.server_id
    where server.organisation_id = ${organisationId} and tool.present`.execute(transaction);
  if (Number(rows[0]?.bytes) > maxDefinitionBytes) throw new OutsideServerError('too_large');
}

/** Returns a digest of all texts that routing reads of a server. */
async function readOffer(transaction: Transaction<UpstreamTables>, id: string): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select encode(sha256(convert_to(concat_ws(chr(10), instructions, prompts, resources, (
      select string_agg(concat_ws(' ', name, position, digest, held_digest, present), chr(10)
        order by name)
      from mcp.mcp_tools where server_id = ${id}::uuid
    )), 'UTF8')), 'hex') as digest
    from mcp.mcp_servers where id = ${id}::uuid`.execute(transaction);
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

/** Returns a digest that does not depend on the order of fields. */
function digestOf(definition: StoredDefinition): string {
  const ordered = JSON.stringify(definition, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(ordered).digest('hex');
}
