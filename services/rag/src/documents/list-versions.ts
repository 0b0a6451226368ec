import type { DocumentVersion, DocumentVersions } from '@lectern/contracts';
import type { Access } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { requireDocument } from './require-document.ts';

/**
 * The newest version, and the earlier one that answers while the newest is not ready.
 *
 * @throws AppError `document_not_found`.
 */
export async function listVersions(
  database: Database,
  access: Access,
  id: string,
): Promise<DocumentVersions> {
  const row = await requireDocument(database, access, id, { permission: 'read' });
  const answering =
    row.active_revision === null
      ? undefined
      : await database
          .selectFrom('rag.revisions')
          .select(['version', 'sha256', 'file_name', 'mime_type', 'created_at'])
          .where('id', '=', row.active_revision)
          .executeTakeFirst();
  const readAt = answering?.created_at.toISOString() ?? null;
  const isAnswering = answering?.version === row.version;
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
  if (!answering || isAnswering) return { versions: [newest] };
  const earlier: DocumentVersion = {
    version: answering.version,
    status: null,
    answers: true,
    file_name: answering.file_name,
    mime_type: answering.mime_type,
    sha256: answering.sha256,
    size: null,
    ...(answering.version === 1 ? first : unknown),
    read_at: readAt,
  };
  return { versions: [newest, earlier] };
}
