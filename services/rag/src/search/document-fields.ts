import { type RawBuilder, sql } from 'kysely';

/** `instant`: a moment as the API shows it, to the millisecond. */
export type FieldKind = 'text' | 'number' | 'instant';

export interface DocumentField {
  /** On the document `d`, or the revision `r` of it that answers. */
  readonly column: RawBuilder<unknown>;
  readonly kind: FieldKind;
  /** Metadata may have a key of this name, which then goes before. */
  readonly mayBeMetadata: boolean;
}

const field = (column: RawBuilder<unknown>, kind: FieldKind, mayBeMetadata = true) => ({
  column,
  kind,
  mayBeMetadata,
});
const instant = (column: RawBuilder<unknown>) => sql`date_trunc('milliseconds', ${column})`;

/** What of a document can be filtered by, beside its metadata and the passage's `page`. */
export const documentFields: ReadonlyMap<string, DocumentField> = new Map([
  ['title', field(sql`d.title`, 'text', false)],
  ['file_name', field(sql`r.file_name`, 'text', false)],
  ['external_id', field(sql`d.external_id`, 'text', false)],
  ['url', field(sql`d.url`, 'text', false)],
  ['mime_type', field(sql`r.mime_type`, 'text', false)],
  ['created_at', field(instant(sql`d.created_at`), 'instant', false)],
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
]);
