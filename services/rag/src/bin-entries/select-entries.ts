import { AppError, type BinEntry, binDays } from '@lectern/contracts';
import { type RawBuilder, sql } from 'kysely';
import { type Access, isGrantee, managesAll } from '../access/load-access.ts';
import { toMicroseconds } from '../database/cursor.ts';
import type { BinEntriesTable, DatabaseTransaction } from '../database/tables.ts';

export type ShownEntry = Omit<BinEntriesTable, 'size'> & {
  readonly size: string;
  readonly parent_name: string | null;
  readonly deleted_us: string;
};

const dayMs = 24 * 3_600_000;
const rank = sql`case g.permission when 'read' then 1 when 'write' then 2 else 3 end`;

/**
 * SQL: the entries `e` of the bin that the caller could have deleted, which needs the right to
 * write for a document and to manage for a collection. The current grants of a collection that
 * exists count, and those that a deleted one had. Further conditions may follow.
 */
export function selectEntries(access: Access): RawBuilder<ShownEntry> {
  return sql<ShownEntry>`
    select e.*, case when ${mayReadParent(access)} then p.name end as parent_name,
      ${toMicroseconds('e.deleted_at')} as deleted_us
    from rag.bin_entries e
    left join rag.collections p on p.id = e.parent_id and p.organisation_id = e.organisation_id
    where e.organisation_id = ${access.organisationId} and ${couldDelete(access)}`;
}

function couldDelete(access: Access): RawBuilder<boolean> {
  if (managesAll(access)) return sql<boolean>`true`;
  if (access.role === 'viewer') return sql<boolean>`false`;
  const path = sql`case when p.id is null then e.grant_path
    when e.kind = 'document' then p.grant_path
    when e.inherit then p.grant_path || e.id else array[e.id] end`;
  return sql<boolean>`exists (
    select from (
      select * from rag.grants union all select * from rag.bin_grants) g
    where g.collection_id = any(${path}) and ${isGrantee(access)}
      and ${rank} >= case e.kind when 'document' then 2 else 3 end)`;
}

function mayReadParent(access: Access): RawBuilder<boolean> {
  if (managesAll(access)) return sql<boolean>`true`;
  return sql<boolean>`exists (
    select from rag.grants g where g.collection_id = any(p.grant_path) and ${isGrantee(access)})`;
}

/**
 * Returns an entry and locks it until the transaction ends.
 * @throws AppError `bin_entry_not_found`.
 */
export async function requireEntry(
  transaction: DatabaseTransaction,
  access: Access,
  id: string,
): Promise<ShownEntry> {
  const { rows } = await sql<ShownEntry>`
    ${selectEntries(access)} and e.id = ${id} for update of e`.execute(transaction);
  const [row] = rows;
  if (!row) throw new AppError('bin_entry_not_found');
  return row;
}

export function toBinEntry(row: ShownEntry): BinEntry {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    parent_id: row.parent_name === null ? null : row.parent_id,
    parent_name: row.parent_name,
    document_count: row.document_count,
    size: Number(row.size),
    deleted_by: row.deleted_by,
    deleted_at: row.deleted_at.toISOString(),
    purged_at: new Date(row.deleted_at.getTime() + binDays * dayMs).toISOString(),
  };
}
