import { AppError } from '@lectern/contracts';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database/tables.ts';

/** One change of an organisation's tree at a time, so that no two moves can close a cycle. */
export async function lockTree(
  transaction: DatabaseTransaction,
  organisationId: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rag.tree:${organisationId}`}, 0))`.execute(
    transaction,
  );
}

/** Paths of a new or moved collection that inherits from its parent. */
export async function pathsBelow(
  transaction: DatabaseTransaction,
  organisationId: string,
  { id, parentId }: { readonly id: string; readonly parentId: string | null },
): Promise<{ path: string[]; grant_path: string[] }> {
  if (parentId === null) return { path: [id], grant_path: [id] };
  const parent = await transaction
    .selectFrom('rag.collections')
    .select(['path', 'grant_path'])
    .where('id', '=', parentId)
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  if (!parent) throw new AppError('collection_not_found', 'No such parent collection.');
  if (parent.path.includes(id)) throw new AppError('collection_cycle');
  return {
    path: [...parent.path, id],
    grant_path: [...parent.grant_path, id],
  };
}

/** Writes the paths of a collection and of everything below it anew, after a move or `inherit`. */
export async function rebuildPaths(transaction: DatabaseTransaction, id: string): Promise<void> {
  await sql`
    with recursive tree as (
      select c.id,
        coalesce(p.path, '{}') || c.id as path,
        case when c.inherit then coalesce(p.grant_path, '{}') else '{}' end || c.id as grant_path
      from rag.collections c left join rag.collections p on p.id = c.parent_id
      where c.id = ${id}
      union all
      select c.id, tree.path || c.id,
        case when c.inherit then tree.grant_path else '{}' end || c.id
      from rag.collections c join tree on c.parent_id = tree.id
    )
    update rag.collections c set path = tree.path, grant_path = tree.grant_path
    from tree where c.id = tree.id`.execute(transaction);
}
