import { sql } from 'kysely';

import { type Access, isGrantedTo, managesAll } from '../access/load-access.ts';
import type { DatabaseTransaction } from '../database/tables.ts';

/** A deleted collection with its grantees, since its grants are deleted with it. */
export interface DeletedCollection {
  readonly id: string;
  readonly grantees: readonly Grantee[];
}

export interface Grantee {
  readonly type: 'user' | 'team' | 'role';
  readonly id: string;
}

/** Returns a collection and its descendants before they are deleted. */
export async function describeDeletedCollections(
  transaction: DatabaseTransaction,
  id: string,
): Promise<DeletedCollection[]> {
  const { rows } = await sql<DeletedCollection>`
    select c.id, coalesce(
      jsonb_agg(distinct jsonb_build_object('type', g.grantee_type, 'id', g.grantee_id))
        filter (where g.grantee_id is not null), '[]') as grantees
    from rag.collections c left join rag.grants g on g.collection_id = any(c.grant_path)
    where c.path @> array[${id}::uuid]
    group by c.id`.execute(transaction);
  return rows;
}

/** Returns true if a caller with these rights could see the collection. */
export function couldSee(access: Access, grantees: readonly Grantee[]): boolean {
  return managesAll(access) || grantees.some((grantee) => isGrantedTo(access, grantee));
}
