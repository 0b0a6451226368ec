import type { Metadata } from '@lectern/contracts';
import { preparedMark } from '@lectern/service';
import { sql } from 'kysely';
import type { ChunksTable, Database } from '../database/tables.ts';

/** A chunk's text with the properties of its document that are shown. */
export interface LoadedChunk {
  readonly id: string;
  readonly document_id: string;
  readonly revision: string;
  /** A person's edit: the text is a correction. */
  readonly edit_id: string | null;
  readonly position: number;
  readonly text: string;
  readonly start_offset: number;
  readonly end_offset: number;
  readonly page: number | null;
  readonly page_starts: readonly number[] | null;
  readonly section: string[];
  readonly sections: ChunksTable['sections'];
  readonly title: string;
  readonly file_name: string | null;
  readonly mime_type: string | null;
  readonly version: number;
  readonly external_id: string | null;
  readonly url: string | null;
  readonly metadata: Metadata;
  readonly created_at: Date;
  /** Time of the last change of the document's content. */
  readonly content_at: Date;
  readonly collection_name: string;
}

/**
 * Loads the texts of visible chunks: of an active revision, not deleted, and in one of the
 * collections if given. The index learns of a moved document later than the database.
 */
export async function loadChunks(
  database: Database,
  organisationId: string,
  {
    ids,
    collectionIds,
  }: { readonly ids: readonly string[]; readonly collectionIds: readonly string[] | undefined },
): Promise<Map<string, LoadedChunk>> {
  if (ids.length === 0) return new Map();
  const isInCollections = collectionIds
    ? sql`and d.collection_id = any(${[...collectionIds]}::uuid[])`
    : sql``;
  // Raw SQL, since building it at each search is a large part of a search's time here. Chunks and
  // documents are read by their keys first: while a table has no statistics, the planner would scan
  // all documents of the organisation. Documents by an array: for `in` it makes another plan at
  // each run, which takes three times as long as the run.
  const { rows } = await sql<LoadedChunk>`
    with k as materialized (
      select id, document_id, revision, position, text, start_offset, end_offset, page, page_starts,
        section, sections, edit_id
      from rag.chunks where id = any(${[...ids]}::uuid[]) and not hidden
    ), d as materialized (
      select id, organisation_id, collection_id, active_revision, deleted_at, title, external_id,
        url, metadata, created_at, coalesce(replaced_at, created_at) as content_at
      from rag.documents where id = any(array(select document_id from k))
    )
    select k.id, k.document_id, k.revision, k.position, k.text, k.start_offset, k.end_offset, k.page,
      k.page_starts, k.section, k.sections, k.edit_id, d.title, r.file_name, r.mime_type, r.version, d.external_id, d.url,
      d.metadata, d.created_at, d.content_at, c.name as collection_name
    from k
    join d on d.id = k.document_id and d.active_revision = k.revision
    join rag.revisions r on r.id = k.revision
    join rag.collections c on c.id = d.collection_id
    where d.organisation_id = ${organisationId} and d.deleted_at is null ${isInCollections}
    ${sql.raw(preparedMark)}`.execute(database);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface Neighbour {
  readonly id: string;
  readonly revision: string;
  readonly position: number;
  readonly text: string;
}

/** Loads the chunks within `distance` of the given ones, by revision and in reading order. */
export async function loadNeighbours(
  database: Database,
  chunks: readonly Pick<LoadedChunk, 'revision' | 'position'>[],
  distance: number,
): Promise<Map<string, Neighbour[]>> {
  if (chunks.length === 0 || distance === 0) return new Map();
  // Each place once: a `distinct` of PostgreSQL would sort the texts.
  const places = new Map<string, { revision: string; position: number }>();
  for (const { revision, position } of chunks) {
    for (let at = position - distance; at <= position + distance; at += 1) {
      places.set(`${revision} ${at}`, { revision, position: at });
    }
  }
  const { rows } = await sql<Neighbour>`
    select k.id, k.revision, k.position, k.text
    from jsonb_to_recordset(${JSON.stringify([...places.values()])}::jsonb)
      as p(revision uuid, position int)
    join rag.chunks k on k.revision = p.revision and k.position = p.position and not k.hidden
    order by k.revision, k.position`.execute(database);
  return Map.groupBy(rows, (row) => row.revision);
}
