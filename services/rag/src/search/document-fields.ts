import { type RawBuilder, sql } from 'kysely';

/** `instant`: a moment in the API's form, to the millisecond. `texts`: a list, null where empty. */
export type FieldKind = 'text' | 'texts' | 'number' | 'instant';

export interface DocumentField {
  /** SQL on the document `d`, or on its active revision `r`. */
  readonly column: RawBuilder<unknown>;
  readonly kind: FieldKind;
}

const field = (column: RawBuilder<unknown>, kind: FieldKind) => ({ column, kind });
const instant = (column: RawBuilder<unknown>) => sql`date_trunc('milliseconds', ${column})`;

const warningCodes = sql`(
  select array_agg(w->>'code') from jsonb_array_elements(d.warnings) as w)`;
const collectionName = sql`(select c.name from rag.collections c where c.id = d.collection_id)`;

/**
 * Fields of a document for filters, besides its metadata and the passage's `page`: every field of
 * the API. For `progress` the stage is compared, for `error` and `warnings` the code. A key of
 * `metadata` is a field by its own name unless it is one of these, and always with the prefix
 * `metadata.`.
 */
export const documentFields: ReadonlyMap<string, DocumentField> = new Map([
  ['title', field(sql`d.title`, 'text')],
  ['file_name', field(sql`r.file_name`, 'text')],
  ['external_id', field(sql`d.external_id`, 'text')],
  ['url', field(sql`d.url`, 'text')],
  ['mime_type', field(sql`r.mime_type`, 'text')],
  ['created_at', field(instant(sql`d.created_at`), 'instant')],
  ['updated_at', field(instant(sql`d.updated_at`), 'instant')],
  ['id', field(sql`d.id::text`, 'text')],
  ['document_id', field(sql`d.id::text`, 'text')],
  ['collection_id', field(sql`d.collection_id::text`, 'text')],
  ['status', field(sql`d.status`, 'text')],
  ['sha256', field(sql`r.sha256`, 'text')],
  ['size', field(sql`d.size`, 'number')],
  ['version', field(sql`r.version`, 'number')],
  ['page_count', field(sql`d.page_count`, 'number')],
  ['chunk_count', field(sql`d.chunk_count`, 'number')],
  ['progress', field(sql`d.stage`, 'text')],
  ['error', field(sql`d.error_code`, 'text')],
  ['warnings', field(warningCodes, 'texts')],
  ['metadata', field(sql`nullif(d.metadata, '{}')::text`, 'text')],
  ['document_title', field(sql`d.title`, 'text')],
  ['collection_name', field(collectionName, 'text')],
]);
