import type { DocumentList, DocumentListQuery } from '@lectern/contracts';
import { cutPage, readCursor } from '@lectern/service';
import { sql } from 'kysely';
import { type Access, permissionRank, requireCollection } from '../access/load-access.ts';
import { fromMicroseconds, timeCursorSchema, toMicroseconds } from '../database/cursor.ts';
import type { Database } from '../database/tables.ts';
import { toComposed } from '../database/to-composed.ts';
import { parserVersion } from '../parsing/parser-version.ts';
import { toDocument } from './to-document.ts';

/** Lists the readable documents, newest first. */
export async function listDocuments(
  database: Database,
  access: Access,
  { limit, cursor, collection_id, include_children, status, outdated, query }: DocumentListQuery,
): Promise<DocumentList> {
  if (collection_id)
    await requireCollection(database, access, { id: collection_id, permission: 'read' });
  let select = database
    .selectFrom('rag.documents as d')
    .innerJoin('rag.collections as c', 'c.id', 'd.collection_id')
    .selectAll('d')
    .select(toMicroseconds('d.created_at').as('created_us'))
    .where('d.organisation_id', '=', access.organisationId)
    .where('d.deleted_at', 'is', null)
    .where(sql<boolean>`${permissionRank(access)} is not null`)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit + 1);
  if (collection_id) {
    select = include_children
      ? select.where(sql<boolean>`c.path @> array[${collection_id}::uuid]`)
      : select.where('c.id', '=', collection_id);
  }
  if (status) select = select.where('d.status', '=', status);
  if (outdated) {
    select = select
      .where('d.status', '=', 'ready')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('rag.revisions as r')
            .select('r.id')
            .whereRef('r.id', '=', 'd.active_revision')
            .where('r.parser_version', '!=', parserVersion),
        ),
      );
  }
  if (query) {
    const pattern = `%${query.normalize('NFC').replaceAll(/[\\%_]/g, '\\$&')}%`;
    select = select.where((where) =>
      where.or([
        where(toComposed(sql`d.title`), 'ilike', pattern),
        where(toComposed(sql`d.file_name`), 'ilike', pattern),
        where(toComposed(sql`d.external_id`), 'ilike', pattern),
      ]),
    );
  }
  if (cursor) {
    const [createdUs, id] = readCursor(timeCursorSchema, cursor);
    select = select.where(
      sql<boolean>`(d.created_at, d.id) < (${fromMicroseconds(createdUs)}, ${id}::uuid)`,
    );
  }
  const rows = await select.execute();
  const { page, nextCursor } = cutPage(rows, limit, ({ created_us, id }) => [created_us, id]);
  return { documents: page.map(toDocument), next_cursor: nextCursor };
}
