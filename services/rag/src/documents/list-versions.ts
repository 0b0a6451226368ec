import type { DocumentVersion, DocumentVersions } from '@lectern/contracts';
import type { Access } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { requireRight, selectDocument } from './require-document.ts';

/**
 * Returns the newest version, and the earlier one that answers while the newest is not ready.
 *
 * @throws AppError `document_not_found`.
 */
export async function listVersions(
  database: Database,
  access: Access,
  id: string,
): Promise<DocumentVersions> {
  // One statement, since the earlier version is removed when the new one becomes ready.
  const found = await selectDocument(database, access, id)
    .leftJoin('rag.revisions as r', 'r.id', 'd.active_revision')
    .select([
      'r.version as answering_version',
      'r.sha256 as answering_sha256',
      'r.file_name as answering_file_name',
      'r.mime_type as answering_mime_type',
      'r.created_at as answering_created_at',
    ])
    .executeTakeFirst();
  const row = requireRight(found, 'read');
  const version = row.answering_version;
  const readAt = row.answering_created_at?.toISOString() ?? null;
  const isAnswering = version === row.version;
  const first = { added_at: row.created_at.toISOString(), added_by: row.created_by };
  const unknown = { added_at: null, added_by: null };
  const newest: DocumentVersion = {
    version: row.version,
    status: row.status,
    answers: isAnswering,
    file_name: row.file_name,
    mime_type: row.mime_type,
    sha256: row.sha256,
    size: Number(row.size),
    ...(row.version === 1 ? first : unknown),
    read_at: isAnswering ? readAt : null,
  };
  if (version === null || isAnswering) return { versions: [newest] };
  const earlier: DocumentVersion = {
    version,
    status: null,
    answers: true,
    file_name: row.answering_file_name,
    mime_type: row.answering_mime_type,
    sha256: row.answering_sha256 ?? '',
    size: null,
    ...(version === 1 ? first : unknown),
    read_at: readAt,
  };
  return { versions: [newest, earlier] };
}
