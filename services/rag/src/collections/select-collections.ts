import type { Collection, Grantee } from '@lectern/contracts';
import { type RawBuilder, sql } from 'kysely';
import { type Access, permissionRank, toPermission } from '../access/load-access.ts';
import type { CollectionRow } from '../database/tables.ts';

export type ShownCollection = Pick<
  CollectionRow,
  'id' | 'parent_id' | 'name' | 'description' | 'settings' | 'created_at' | 'updated_at' | 'inherit'
> & {
  rank: number | null;
  parent_rank: number | null;
  document_count: string | number;
  shared_with: Grantee[];
};

/**
 * SQL: the collections `c` of the caller's organisation in the API's form; ranks are null where
 * unreadable. Further conditions may follow.
 */
export function selectCollections(access: Access): RawBuilder<ShownCollection> {
  return sql<ShownCollection>`
    select c.id, c.parent_id, c.name, c.description, c.settings, c.created_at, c.updated_at,
      c.inherit,
      ${permissionRank(access)} as rank,
      (select ${permissionRank(access, 'p')} from rag.collections p where p.id = c.parent_id)
        as parent_rank,
      (select count(*) from rag.documents d where d.collection_id = c.id and d.deleted_at is null)
        as document_count,
      array(
        select json_build_object('type', g.grantee_type, 'id', g.grantee_id) from rag.grants g
        where g.collection_id = c.id
          and (g.grantee_type, g.grantee_id) <> ('user', ${access.userId})
        order by g.grantee_type, g.grantee_id limit 4) as shared_with
    from rag.collections c
    where c.organisation_id = ${access.organisationId}`;
}

/** An unreadable parent is not named: the collection appears at the root. */
export function toCollection(row: ShownCollection): Collection {
  return {
    id: row.id,
    parent_id: row.parent_rank ? row.parent_id : null,
    name: row.name,
    description: row.description,
    settings: row.settings,
    document_count: Number(row.document_count),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    permission: toPermission(row.rank ?? 1),
    inherit: row.inherit,
    shared_with: row.rank === 3 ? row.shared_with : [],
  };
}
