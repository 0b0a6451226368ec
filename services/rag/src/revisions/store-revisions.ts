import { sql } from 'kysely';
import type { Chunk } from '../chunking/chunk.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { createChunkId } from './revision-ids.ts';

export interface RevisionToStore {
  readonly id: string;
  readonly organisationId: string;
  readonly documentId: string;
  readonly version: number;
  readonly sha256: string;
  readonly fileName: string | null;
  readonly mimeType: string;
  readonly parsedSha256: string | null;
  readonly parserVersion: string;
  readonly chunks: readonly Chunk[];
}

/** Rows of one insert: far below PostgreSQL's limits, large enough to be cheap. */
const rowsPerInsert = 1_000;

/** Writes revisions and their chunks. Rows of an earlier try are equal and stay. */
export async function storeRevisions(
  database: Database,
  revisions: readonly RevisionToStore[],
): Promise<void> {
  await database.transaction().execute((transaction) => storeRevisionsIn(transaction, revisions));
}

/** Does the same within a transaction. */
export async function storeRevisionsIn(
  transaction: DatabaseTransaction,
  revisions: readonly RevisionToStore[],
): Promise<void> {
  const rows = revisions.flatMap((revision) =>
    revision.chunks.map((chunk) => ({
      id: createChunkId(revision.documentId, revision.id, chunk.position),
      organisation_id: revision.organisationId,
      document_id: revision.documentId,
      revision: revision.id,
      position: chunk.position,
      text: chunk.text,
      start_offset: chunk.start,
      end_offset: chunk.end,
      page: chunk.page,
      page_end: chunk.pageEnd,
      page_starts: chunk.pageStarts,
      section: chunk.section,
      sections: chunk.sections.length > 0 ? chunk.sections : null,
      token_count: chunk.tokenCount,
      kind: chunk.kind,
      edit_id: chunk.edit?.id ?? null,
      hidden: chunk.edit?.isHidden ?? false,
    })),
  );
  await transaction
    .insertInto('rag.revisions')
    .values(
      revisions.map((revision) => ({
        id: revision.id,
        organisation_id: revision.organisationId,
        document_id: revision.documentId,
        version: revision.version,
        sha256: revision.sha256,
        file_name: revision.fileName,
        mime_type: revision.mimeType,
        parsed_sha256: revision.parsedSha256,
        parser_version: revision.parserVersion,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    await sql`
      insert into rag.chunks (id, organisation_id, document_id, revision, position, text,
        start_offset, end_offset, page, page_end, page_starts, section, sections, token_count, kind, edit_id,
        hidden)
      select id, organisation_id, document_id, revision, position, text,
        start_offset, end_offset, page, page_end, page_starts,
        array(select jsonb_array_elements_text(section)), nullif(sections, 'null'), token_count, kind,
        edit_id, hidden
      from jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + rowsPerInsert))}::jsonb) as r(
        id uuid, organisation_id text, document_id uuid, revision uuid, position int, text text,
        start_offset int, end_offset int, page int, page_end int, page_starts int[],
        section jsonb, sections jsonb, token_count int, kind text, edit_id uuid,
        hidden boolean)
      on conflict (id) do nothing`.execute(transaction);
  }
}
