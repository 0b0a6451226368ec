import type { Document } from '@lectern/contracts';
import type { DocumentRow } from '../database/tables.ts';

/** Converts a row to the API's form. */
export function toDocument(row: DocumentRow): Document {
  return {
    id: row.id,
    collection_id: row.collection_id ?? '',
    title: row.title,
    file_name: row.file_name,
    external_id: row.external_id,
    url: row.url,
    mime_type: row.mime_type,
    size: Number(row.size),
    sha256: row.sha256,
    status: row.status,
    progress: { stage: row.stage, done: row.stage_done, total: row.stage_total },
    error: row.error_code
      ? { code: row.error_code, message: row.error_message ?? 'It could not be read.' }
      : null,
    warnings: row.warnings,
    version: row.version,
    page_count: row.page_count,
    chunk_count: row.chunk_count,
    metadata: row.metadata,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
