import { AppError } from '@lectern/contracts';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database/tables.ts';

/** Maximum depth: rights are looked up along the whole path at each search. */
const maxLevels = 50;

/** Serialises changes of an organisation's tree, so that no two moves can close a cycle. */
export async function lockTree(
  transaction: DatabaseTransaction,
  organisationId: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rag.tree:${organisationId}`}, 0))`.execute(
    transaction,
  );
}

/**
 * Returns the paths of a new or moved collection that inherits from its parent.
 * @throws AppError `collection_not_found`, `collection_cycle`, and `invalid_request` if a
 *   collection would be too deep.
 */
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
  if (parent.path.length + (await countLevels(transaction, id)) > maxLevels) {
    const message = `parent_id: a tree has at most ${maxLevels} levels`;
    throw new AppError('invalid_request', message, { details: { field: 'parent_id' } });
  }
  return {
    path: [...parent.path, id],
    grant_path: [...parent.grant_path, id],
  };
}

/** Levels of a collection and its descendants; 1 for a new one. */
async function countLevels(transaction: DatabaseTransaction, id: string): Promise<number> {
  const { rows } = await sql<{ levels: number }>`
    select max(cardinality(c.path) - array_position(c.path, ${id}::uuid)) + 1 as levels
    from rag.collections c where c.path @> array[${id}::uuid]`.execute(transaction);
  return rows[0]?.levels ?? 1;
}

/** Rewrites the paths of a collection and its descendants after a move or a change of `inherit`. */
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
